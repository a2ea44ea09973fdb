#!/usr/bin/env python3
"""make-run.py MODE [ARM] > FILE: a made-up run for the golden tests, always
the same bytes. Values are a true cost times a spread from a small generator;
'after' has the changes of a known story: signals and fork slower, page faults
faster, one row noisy, one failed, one that only one side has; 'later' is
another boot, with one row a little apart and others noisier."""
import json
import sys

SIZES = [1, 2, 4, 8, 16, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
         16384, 32768, 65536, 131072]  # KB


def level(kb):
    """Latency in ns of a machine with 32K, 1M and 16M caches."""
    return 1.2 if kb <= 32 else 4.1 if kb <= 1024 else 17 if kb <= 16384 else 95


def size(kb):
    return f'{kb}K' if kb < 1024 else f'{kb // 1024}M'


# key: (ns per operation, spread, bytes, flags)
ROWS = {
    'self_nop': (0.3, .004, 0, ['hidden']),
    'sys_null': (105, .006, 0, []),
    'sys_read': (150, .006, 0, []),
    'sys_write': (131, .006, 0, []),
    'sys_stat/depth=1': (612, .01, 0, []),
    'sys_open_close/depth=1': (1210, .01, 0, []),
    'sys_select/fds=100/kind=tcp': (2510, .008, 0, []),
    'sig_install': (160, .005, 0, []),
    'sig_handle': (1640, .007, 0, []),
    'sig_fault': (887, .01, 0, []),
    'proc_fork': (115e3, .012, 0, []),
    'proc_exec': (310e3, .012, 0, []),
    'proc_sh': (900e3, .015, 0, []),
    'ipc_pipe/cpu=same': (4580, .01, 0, []),
    'ipc_unix/cpu=same': (8550, .01, 0, []),
    'ipc_udp/cpu=same': (11e3, .01, 0, []),
    'ipc_tcp/cpu=same': (13.5e3, .01, 0, []),
    'ipc_connect': (26e3, .02, 0, []),
    'fs_create/size=0/on=dir': (8890, .03, 0, []),
    'fs_create/size=10K/on=dir': (17e3, .03, 0, []),
    'fs_delete/size=0/on=dir': (5670, .03, 0, []),
    'fs_delete/size=10K/on=dir': (9141, .03, 0, []),
    'vm_mmap/size=8M/touch=tenth': (24.5e3, .01, 0, ['lm']),
    'vm_page_fault/size=8M': (528, .01, 0, ['lm']),
    'bw_pipe/size=64K/cpu=same': (15e3, .01, 65536, []),
    'bw_unix/size=64K/cpu=same': (11e3, .01, 65536, []),
    'io_reread/size=8M': (430e3, .01, 8 << 20, []),
    'mem_read/size=128M': (7.2e6, .01, 128 << 20, ['hidden']),
}
for procs, sizes in (2, (0, 16, 64)), (8, (16, 64)), (16, (16, 64)):
    for kb in sizes:
        ROWS[f'sched_ctx/procs={procs}/size={size(kb) if kb else 0}/cpu=same'] \
            = (1200 + 4 * procs + 60 * kb, .01, 0, [])
for kb in SIZES:
    ROWS[f'mem_lat/size={size(kb)}/pages=4k'] = \
        (level(kb), .004, 0, ['hidden', 'curve'])

CHANGES = {'sig_handle': 2.3, 'proc_fork': 1.22, 'vm_page_fault/size=8M': .006,
           'bw_unix/size=64K/cpu=same': 1.24}
LATER = {'sys_null': 1.07}
SPREADS = {'after': {'ipc_connect': .35},
           'later': {'sys_read': .2, 'ipc_tcp/cpu=same': .2,
                     'ipc_connect': .6}}


class Noise:
    """A linear congruential generator (Knuth's MMIX constants)."""
    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) \
            % 2**64
        return (self.state >> 40) / 2**24

    def factor(self, spread):
        return 1 + spread * (sum(self.unit() for _ in range(6)) - 3)


def invocation(noise, number, cost, spread):
    ops = max(1, int(1e5 / cost))
    mine = cost * ops * noise.factor(spread)
    run = [round(mine * noise.factor(spread / 3)) for _ in range(4)]
    return {'round': number, 'start_ns': number * 10**9, 'wall_ns': 10**7,
            'ops': ops, 'warm': 1, 'run': run, 'cpu': [0, 1],
            'ctr': {'nvcsw': 0, 'nivcsw': 1}}


def result(noise, key, mode):
    cost, spread, size_, flags = ROWS[key]
    if mode == 'after':
        cost *= CHANGES.get(key, 1)
    elif mode == 'later':
        cost *= LATER.get(key, 1)
    spread = SPREADS.get(mode, {}).get(key, spread)
    unit = 'B/s' if size_ else 'ns'
    return {'key': key, 'unit': unit, 'flags': flags, 'bytes': size_,
            'outcome': 'ok', 'why': None, 'failed': 0, 'invocations': [
                invocation(noise, i, cost, spread) for i in range(12)]}


def without(key, outcome, why):
    return {'key': key, 'unit': 'ns', 'flags': [], 'bytes': 0,
            'outcome': outcome, 'why': why, 'failed': outcome == 'failed' and 2
            or 0, 'invocations': []}


def main():
    mode = sys.argv[1]
    arm = sys.argv[2] if len(sys.argv) > 2 else None
    after = mode == 'after'
    number = ['before', 'after', 'later'].index(mode) + 1
    noise = Noise(number)
    results = [result(noise, key, mode) for key in ROWS]
    results.append(without('ipc_pipe/cpu=other', 'skipped', 'one CPU only'))
    if after:
        results.append(without('fs_create/size=4K/on=dir', 'failed',
                               'creat: no space left on device'))
    else:
        ROWS['sys_dup'] = (99, .01, 0, [])
        results.append(result(noise, 'sys_dup', mode))
    start = 1764496920 + (not arm and (number - 1) * 420)
    facts = {'kernel.release': ('identity', after and '6.12.117' or '6.1.192'),
             'cpu.model': ('identity', 'A processor at 3.1 GHz'),
             'cpu.mitigations.spectre_v2':
             ('setting', after and 'Retpolines; IBPB: conditional' or 'off'),
             'boot.id': ('state', arm and 'a' or 'abc'[number - 1])}
    json.dump({
        'format': 'perfloss run', 'version': 1,
        'uuid': f'00000000-0000-4000-8000-00000000000{number}',
        'pair': arm and '00000000-0000-4000-8000-0000000000aa', 'arm': arm,
        'label': after and 'später' or mode, 'started_ns': start * 10**9,
        'ended_ns': (start + 40) * 10**9, 'seed': '7', 'rounds': 12,
        'profile': 'default', 'command': 'perfloss run', 'stop': '12 rounds',
        'clock': {'name': 'made up', 'cost_ns': 20.5, 'step_ns': 1},
        'facts': [{'key': k, 'kind': v[0], 'value': v[1]}
                  for k, v in sorted(facts.items())],
        'env': [{'round': i, 'at_ns': (i + 1) * 10**9, 'runnable': 1,
                 'busy': after and .4 or .01, 'steal': 0, 'psi_cpu': 0,
                 'hog': after and 'cc1' or None,
                 'hog_share': after and .3 or None} for i in range(12)],
        'results': results}, sys.stdout, separators=(',', ':'))


main()
