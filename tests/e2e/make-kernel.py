"""make-kernel.py FILE RELEASE: what looks like an uncompressed kernel for
x86-64 that QEMU could start (an ELF file with a banner and the note of Xen's
entry point), with nothing in it to run."""
import struct
import sys

path, release = sys.argv[1:]
banner = f'Linux version {release} (made) #1\n'.encode()
note = struct.pack('<III', 4, 4, 18) + b'Xen\0' + struct.pack('<I', 0)
head = 64 + 2 * 56
size = head + len(note) + len(banner) + 4096
elf = b'\x7fELF\x02\x01\x01' + bytes(9) + struct.pack(
    '<HHIQQQIHHHHHH', 2, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0)
load = struct.pack('<IIQQQQQQ', 1, 5, 0, 0, 0, size, size, 4096)
notes = struct.pack('<IIQQQQQQ', 4, 4, head, 0, 0, len(note), len(note), 4)
with open(path, 'wb') as out:
    out.write((elf + load + notes + note + banner).ljust(size, b'\0'))
