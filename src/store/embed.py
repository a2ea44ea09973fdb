#!/usr/bin/env python3
"""embed.py NAME FILE: FILE as the C string NAME, on standard output."""
import sys

name, path = sys.argv[1:]
print(f'/* {name}.c - made from {path.rsplit("/", 1)[-1]} by embed.py. */')
print('#include "store/schema.h"\n')
print(f'const char {name}[] =')
with open(path, encoding='ascii') as source:
    for line in source:
        line = line.rstrip('\n').replace('\\', '\\\\').replace('"', '\\"')
        line = line.replace('\t', '\\t')
        print(f'    "{line}\\n"')
print('    ;')
