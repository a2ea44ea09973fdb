/* known.c - a program of which it is known how many instructions it executes.
 *
 * No C library: _start alone. known_loop executes 1 + 2 * LOOP + 1 of them;
 * known_touch 2 + 3 * PAGES + 1, and each of its stores begins again after a
 * page fault, once; known_copy one for each byte that it copies, one more to
 * see that there is none left, and 4 besides. */
#define LOOP  3000000
#define PAGES 64
#define BYTES 1000

#define STR_(x) #x
#define STR(x)  STR_(x)

/* clang-format off */
__asm__(".globl _start, known_loop, known_touch, known_copy\n"
	".type _start, @function\n"
	".type known_loop, @function\n"
	".type known_touch, @function\n"
	".type known_copy, @function\n"
	".text\n"
	"known_loop:\n"
	"	mov $" STR(LOOP) ", %ecx\n"
	"1:	dec %ecx\n"
	"	jnz 1b\n"
	"	ret\n"
	".size known_loop, . - known_loop\n"
	"known_touch:\n"
	"	mov $pages, %edi\n"
	"	mov $" STR(PAGES) ", %ecx\n"
	"1:	movb $1, (%rdi)\n"
	"	add $4096, %rdi\n"
	"	loop 1b\n"
	"	ret\n"
	".size known_touch, . - known_touch\n"
	"known_copy:\n"
	"	mov $pages, %esi\n"
	"	mov $pages + 8192, %edi\n"
	"	mov $" STR(BYTES) ", %ecx\n"
	"	rep movsb\n"
	"	ret\n"
	".size known_copy, . - known_copy\n"
	"_start:\n"
	"	call known_loop\n"
	"	call known_touch\n"
	"	call known_copy\n"
	"	mov $1, %eax\n" /* write(1, hello, 6) */
	"	mov $1, %edi\n"
	"	mov $hello, %esi\n"
	"	mov $6, %edx\n"
	"	syscall\n"
	"	mov $60, %eax\n" /* exit(number of arguments - 1) */
	"	mov (%rsp), %edi\n"
	"	dec %edi\n"
	"	syscall\n"
	".size _start, . - _start\n"
	"hello: .ascii \"hello\\n\"\n"
	".bss\n"
	".balign 4096\n"
	"pages: .skip 4096 * " STR(PAGES) "\n"
	".section .note.GNU-stack, \"\", @progbits\n");
/* clang-format on */
