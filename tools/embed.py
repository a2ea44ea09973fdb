#!/usr/bin/env python3
"""embed.py NAME FILE [HEADER]: FILE as the C string NAME, which HEADER (unless
given store/schema.h) declares, on standard output. Of a script also
NAME_sha256, by which a page's policy admits it (W3C, "Content Security Policy
Level 3", 2.3.1)."""
import base64
import hashlib
import sys

name, path = sys.argv[1:3]
header = sys.argv[3] if len(sys.argv) > 3 else 'store/schema.h'
print(f'/* {name}.c - made from {path.rsplit("/", 1)[-1]} by embed.py. */')
print(f'#include "{header}"\n')
with open(path, encoding='ascii') as source:
    text = source.read()
if len(text) < 4096:  # what C promises of a string
    print(f'const char {name}[] =')
    for line in text.splitlines():
        line = line.replace('\\', '\\\\').replace('"', '\\"')
        line = line.replace('\t', '\\t')
        print(f'    "{line}\\n"')
    print('    ;')
else:
    print(f'const char {name}[] = {{')
    data = text.encode() + b'\0'
    for at in range(0, len(data), 16):
        print('    ' + ' '.join(f'{c},' for c in data[at:at + 16]))
    print('};')
if path.endswith('.js'):
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    print(f'const char {name}_sha256[] = "{digest}";')
