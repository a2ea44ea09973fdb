#!/usr/bin/env python3
"""hostile.py RUN N: the run of a file with words in it as strangers may write
them; the label is the N-th of these."""
import json
import sys

bad = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>',
       "' onmouseover='alert(1)", ']]>', '</style><style>', '<!--', '-->',
       '</script>', '&lt;b&gt;', '\u202eevil\u2066', 'a\x1b[31m\x07b', '\ufffe',
       'javascript:alert(1)', 'x' * 3000, '{{7*7}}', '\u00e9\u65e5']


def key(i):
    """Fit for a key, which is printable."""
    return str(i) + ''.join(c for c in bad[i] if '!' <= c <= '~' and
                            c not in "/'")[:60]


run = json.load(open(sys.argv[1]))
run['label'] = bad[int(sys.argv[2])][:60]
for what in 'profile', 'command', 'stop':
    run[what] = ' '.join(bad)
for i, word in enumerate(bad):
    run['facts'].append({'key': 'x.' + key(i), 'kind': 'setting',
                         'value': word + sys.argv[2]})
for i, result in enumerate(run['results']):
    if result.get('why'):
        result['why'] = ' '.join(bad)
    if i < len(bad):
        result['key'] = 'sys_' + key(i)
for sample in run.get('env', []):
    sample['hog'] = bad[0]
run['uuid'] = run['uuid'][:-2] + '9' + sys.argv[2]
json.dump(run, sys.stdout)
