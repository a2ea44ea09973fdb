#!/usr/bin/env python3
"""make-history.py DIR PLAN...: runs of a history as files DIR/0001.json, ... of
a few rows, always the same bytes. PLAN is a word for each run: its label, then
what differs, commas between: "v1.2,sys_null=1.1,kernel=6.2,host=b,without=KEY,
day=3,pages=2"; "-" is no label. What a plan says holds for its run alone."""
import json
import pathlib
import random
import sys

ROWS = {'sys_null': (105, 0), 'ipc_pipe/cpu=same': (4580, 0),
        'bw_pipe/size=64K/cpu=same': (15e3, 65536)}
DAY = 86400 * 10**9
BEGIN = 1767225600 * 10**9  # 2026-01-01


class Noise:
    """Sums of six even values: nearly normal. random() of a whole seed is the
    same in all versions of Python."""
    def __init__(self, seed):
        self.random = random.Random(seed)

    def factor(self, spread):
        return 1 + spread * (sum(self.random.random() for _ in range(6)) - 3)


def result(noise, key, by, placed):
    cost, bytes_ = ROWS[key]
    level = cost * by * noise.factor(.006)
    ops = max(1, int(1e6 / cost))
    return {'key': key, 'unit': 'B/s' if bytes_ else 'ns', 'flags': [],
            'bytes': bytes_, 'outcome': 'ok', 'why': None, 'failed': 0,
            'invocations': [
                {'round': i, 'start_ns': i * 10**9, 'wall_ns': 10**7,
                 'ops': ops, 'warm': 0,
                 'run': [round(level * ops * noise.factor(.004))],
                 'cpu': placed} for i in range(3)]}


def make(number, plan):
    label, *rest = plan.split(',')
    said = dict(word.split('=') for word in rest)
    noise = Noise(number)
    host, kernel = said.pop('host', 'a'), said.pop('kernel', '6.1.0')
    start = BEGIN + int(said.pop('day', number)) * DAY
    missing, cpu = said.pop('without', ''), int(said.pop('cpu', 0))
    facts = [('cpu.model', 'identity', f'Model {host}'),
             ('kernel.release', 'setting', kernel),
             ('boot.id', 'state', f'boot-{number}')]
    rows = [result(noise, key, float(said.get(key.split('/')[0], 1)),
                   [cpu, -1 if cpu == 0 else cpu]) for key in ROWS
            if key.split('/')[0] != missing]
    return {'format': 'perfloss run', 'version': 1,
            'uuid': f'00000000-0000-4000-8000-{number:012d}',
            'label': None if label == '-' else label,
            'started_ns': start, 'ended_ns': start + 10**10,
            'seed': str(number),
            'clock': {'name': 'made up', 'cost_ns': 20.5, 'step_ns': 1},
            'rounds': 3, 'profile': 'quick', 'command': 'perfloss run',
            'stop': '3 rounds', 'facts': [
                {'key': k, 'kind': kind, 'value': v}
                for k, kind, v in sorted(facts)],
            'env': [], 'results': rows}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, plan in enumerate(sys.argv[2:], 1):
        (folder / f'{number:04d}.json').write_text(
            json.dumps(make(number, plan), separators=(',', ':')))


if __name__ == '__main__':
    main()
