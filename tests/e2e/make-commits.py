#!/usr/bin/env python3
"""make-commits.py N FIRST GOOD BAD: a stream for 'git fast-import' of N commits
on the branch main; the file 'cost' says GOOD, from the commit FIRST (0 is the
first) on BAD; the file 'n' says which commit it is. With --merge the change
comes on a branch of three commits that FIRST merges."""
import argparse


def data(text):
    return f'data {len(text.encode())}\n{text}\n'


def commit(n, cost, mark, message, parents=()):
    lines = [f'commit refs/heads/main\nmark :{mark}\ncommitter Ann Other '
             f'<ann@example.org> {1700000000 + 3600 * mark} +0000\n',
             data(message)]
    lines += [f'{word} :{p}\n' for word, p in zip(('from', 'merge'), parents)]
    return ''.join(lines) + (f'M 100644 inline cost\n{data(f"{cost}")}'
                             f'M 100644 inline n\n{data(f"{n}")}')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('n', type=int)
    parser.add_argument('first', type=int)
    parser.add_argument('good')
    parser.add_argument('bad')
    parser.add_argument('--merge', action='store_true')
    args = parser.parse_args()
    mark, last = 0, None
    for n in range(args.n):
        cost = args.good if n < args.first else args.bad
        parents = [last] if last else []
        if args.merge and n == args.first:
            side = last
            for k in range(3):
                mark += 1
                print(commit(n - 1, args.good if k < 1 else args.bad, mark,
                             f'side {k}', [side]), end='')
                side = mark
            parents = [last, side]
        mark += 1
        print(commit(n, cost, mark, f'change {n}', parents), end='')
        last = mark


if __name__ == '__main__':
    main()
