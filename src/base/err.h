/* err.h - one error: a code and a sentence for a person.
 *
 * Fallible functions return 0 or a negative errno and, where a person will
 * read the reason, fill a struct err. The sentence has no capital and no full
 * stop, names the error first and its subject in quotes:
 * "cannot open 'x': permission denied". */
#ifndef PERFLOSS_BASE_ERR_H
#define PERFLOSS_BASE_ERR_H

struct err {
	int code; /* negative errno, 0 = no error */
	char text[400];
};

/* Set *e (may be NULL) and return code, which is a negative errno. */
int err_set(struct err *e, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with ": " and the words of the system for -code appended. */
int err_sys(struct err *e, int code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Put "text: " in front of what is there already. Returns e->code. */
int err_prefix(struct err *e, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The system's words for an errno (positive or negative), first letter small.
 * The pointer is valid until the next call in the same thread. */
const char *err_words(int code);

#endif
