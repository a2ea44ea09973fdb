#!/usr/bin/env python3
"""make-events.py SEED FACTOR <RUN >FILE: the made-up run with a few of its rows
and two more of single events: one with enough for p99, one with enough for p95
only. FACTOR is by how much the slowest 2 % of the events are slower."""
import json
import sys

KEPT = ('self_nop', 'sys_null', 'ipc_pipe/cpu=same')


class Noise:
    """A linear congruential generator (Knuth's MMIX constants)."""
    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) \
            % 2**64
        return (self.state >> 40) / 2**24


def event(noise, cost, factor):
    """Exponential above a floor; the slowest 2 % by a factor more."""
    u = noise.unit()
    x = 0
    while u < .5 and x < 12:
        u *= 2
        x += 1
    slow = factor if noise.unit() < .02 else 1
    return round(cost * (1 + .05 * (x + noise.unit())) * slow)


def row(noise, key, cost, n, factor):
    inv = [{'round': i, 'start_ns': i * 10**9, 'wall_ns': 10**7, 'ops': n,
            'warm': 0, 'run': [n * cost], 'cpu': [0, 0],
            'events': [event(noise, cost, factor) for _ in range(n)],
            'ctr': {'nvcsw': n, 'nivcsw': 1}} for i in range(12)]
    return {'key': key, 'unit': 'ns', 'flags': [], 'bytes': 0, 'outcome': 'ok',
            'why': None, 'failed': 0, 'invocations': inv}


def main():
    run = json.load(sys.stdin)
    noise = Noise(int(sys.argv[1]))
    factor = float(sys.argv[2])
    run['results'] = [r for r in run['results'] if r['key'] in KEPT]
    run['results'] += [row(noise, 'sched_wakeup/cpu=same', 3000, 1200, factor),
                       row(noise, 'time_late', 52000, 300, factor)]
    json.dump(run, sys.stdout, separators=(',', ':'))


main()
