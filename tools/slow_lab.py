"""slow_lab.py - costs that are planted in a kernel, for the part 'lab' of
tools/slow: one kernel booted with and without something whose price is known,
and which rows and functions must say so."""
import json
import pathlib
import re
import subprocess
import tempfile

# What differs; rows that become slower by it; functions of which the first one
# of each of these rows must be (as kernels from 6.1 to 6.12 name them); rows
# that must stay as they are. And why these.
CASES = (
    # Each return to a program takes a new offset, each call adds it: both are
    # inlined into the way in and out.
    ('kstack offset', '--cmdline-a randomize_kstack_offset=off '
     '--cmdline-b randomize_kstack_offset=on',
     'sys_null sys_read',
     'do_syscall_64 syscall_exit_to_user_mode exit_to_user_mode_prepare', ''),
    # getname() has a page from a slab for each path; open has a file, too.
    ('init_on_alloc',
     '--cmdline-a init_on_alloc=0 --cmdline-b init_on_alloc=1',
     'sys_stat fs_create', r'(__)?memset(_erms|_orig)?',
     'sys_null sys_futex_wake'),
    # The same page, when it is given back; a fault takes pages that are clear.
    ('init_on_free',
     '--cmdline-a init_on_free=0 --cmdline-b init_on_free=1',
     'sys_stat proc_fork', r'(__)?memset(_erms|_orig)? clear_page\w*',
     'sys_null sys_futex_wake'),
    # An object is filled with a pattern when it is freed, which is looked at
    # when it is taken.
    ('slub_debug=P', '--cmdline-a slub_debug=- --cmdline-b slub_debug=P',
     'sys_stat fs_create',
     r'(__)?memset(_erms|_orig)? memchr_inv check_bytes\w* init_object '
     'check_object', 'sys_null sys_futex_wake'),
    # Once audit is on, each call of each task is entered and left there.
    ('audit', '--cmdline-a audit=0 --cmdline-b audit=1', 'sys_null sys_read',
     r'\w*audit\w* syscall_trace_enter(\.\w+)* syscall_exit_work '
     r'syscall_slow_exit_work', 'vm_fault/kind=anon'),
    # The filter's own instructions: the JIT's code, which has a symbol or none.
    # (Of short ones most is what runs them: migrate_enable, once each.)
    ('seccomp', '--inject-b seccomp:1,400', 'sys_null sys_read',
     r'bpf_prog_\w+ ___bpf_prog_run \[kernel\]', 'vm_fault/kind=anon'),
    # Each call writes into the ring buffer.
    ('tracepoint of calls', '--set-b '
     '/sys/kernel/tracing/events/raw_syscalls/enable=1', 'sys_null sys_read',
     r'\w*(trace_event|perf_syscall|ring_buffer|rb_)\w* rb_\w+ '
     r'syscall_trace_enter(\.\w+)*', 'vm_fault/kind=anon'),
    # And only where tasks take turns; of those the names are copied, too.
    ('tracepoint of switches', '--set-b '
     '/sys/kernel/tracing/events/sched/sched_switch/enable=1',
     'sched_ctx sched_yield_pair',
     r'\w*(trace_event|ring_buffer|probe_sched|tracing_record|trace_\w*'
     r'sched)\w* rb_\w+ trace_save_cmdline strncpy', 'sys_null sys_stat'),
    # Waiting and waking are timed.
    ('schedstats', '--set-b kernel.sched_schedstats=1', 'sched_ctx lock_futex',
     r'__update_stats_\w+ update_stats_\w+ \w*(en|de)queue\w* '
     r'update_curr(_common)? set_next_entity sched_info_\w+ '
     r'\w*(account|schedstat|delayacct)\w*', 'sys_null sys_stat'),
    # Each group of tasks is told of tasks that come and go.
    ('psi', '--cmdline-a psi=0 --cmdline-b psi=1', 'sched_ctx ipc_pipe',
     r'psi_\w+ record_times', 'sys_null sys_stat'),
    # A hook of it asks who may look at a file. (Without it by apparmor=0
    # another one would be in force.)
    ('apparmor', '--cmdline-a lsm=yama --cmdline-b lsm=yama,apparmor',
     'sys_stat fs_create', r'apparmor_\w+ aa_\w+ common_\w+ security_\w+',
     'sys_null sys_futex_wake'),
    # The way in and out loads page tables. (Of a fault that is 0.1 %.)
    ('page tables of its own', '--cmdline-a pti=off --cmdline-b pti=on',
     'sys_null sys_read', r'entry_\w+ asm_\w+ \w*syscall_return\w* '
     r'(swapgs_restore|common_interrupt_return|error_|paranoid_|sync_regs)\w* '
     'restore_regs_and_return_to_kernel', ''),
)

BOOTS = 3
SHARE = .9  # of the cases


def find_kernel(folder):
    """The first in a directory and those below it, or None."""
    found = sorted(pathlib.Path(folder).rglob('vmlinuz-*-amd64'))
    return found[0] if found else None


def is_of(key, row):
    """Whether a row's key is of the row asked for, which may lack the rest."""
    return key == row or key.startswith(row + '/')


def compare(build, kernel, case):
    """Its rows by key, or the reason why there are none."""
    _, how, slower, _, same = case
    rows = [word for row in (slower + ' ' + same).split()
            for word in ('--rows', row)]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [build / 'src/cmd/perfloss', 'lab', 'compare', '-q', '--json',
             '--boots', str(BOOTS), '--limit', '10m', '--settle', '5s', '-d',
             pathlib.Path(folder, 'lab.db'), *how.split(), *rows, kernel],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            check=False)
    if done.returncode not in (0, 1):
        return done.stderr.strip() or f'status {done.returncode}'
    said = json.loads(done.stdout)['comparisons'][0]
    return {row['key']: row for row in said['rows']}


def look_at(case, rows):
    """(rows right, first functions right, what was seen)."""
    _, _, slower, functions, same = case
    wanted = re.compile('|'.join(functions.split()))
    right, first, seen = True, True, []
    for key, row in sorted(rows.items()):
        split = row.get('functions') or {}
        top = (split.get('functions') or [{}])[0]
        name = top.get('function', 'none')
        seen.append(f'{key} {row["verdict"]} {split.get("change", 0):+d}')
        if any(is_of(key, r) for r in slower.split()):
            right &= row['verdict'] == 'SLOWER'
            first &= bool(wanted.fullmatch(name))
            seen[-1] += f' {name} {top.get("change", 0):+d}'
        else:
            right &= row['verdict'] not in ('SLOWER', 'FASTER')
    for row in (slower + ' ' + same).split():
        if not any(is_of(key, row) for key in rows):
            right = first = False
            seen.append(f'no {row}')
    return right, first, ', '.join(seen)


def planted(build, kernel, names=()):
    """Each case; how many there are, how many have their rows and how many
    their functions right."""
    n = right = first = 0
    for case in CASES:
        if names and case[0] not in names:
            continue
        rows = compare(build, kernel, case)
        r, f, seen = (look_at(case, rows) if isinstance(rows, dict) else
                      (False, False, rows))
        n, right, first = n + 1, right + r, first + f
        print(f'lab  {case[0]}: rows {"right" if r else "WRONG"}, functions '
              f'{"right" if f else "WRONG"}: {seen}', flush=True)
    return n, right, first
