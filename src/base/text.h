/* text.h - matching, measuring and comparing words. */
#ifndef PERFLOSS_BASE_TEXT_H
#define PERFLOSS_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Columns that UTF-8 text takes on a terminal; bad bytes count one each. */
size_t text_width(const char *s);

/* The longest prefix of s that fits columns, in bytes. */
size_t text_fit(const char *s, size_t columns);

/* Shell pattern: * ? [abc] [!a-z]; the whole of s must match; '/' is not
 * special. */
bool text_glob(const char *pattern, const char *s);
bool text_is_glob(const char *pattern);

/* Edits (insert, delete, replace, swap neighbours) from a to b; at most 64
 * characters of each are looked at. */
size_t text_distance(const char *a, const char *b);

/* The word nearest to s, or NULL if none is near enough to be meant. */
const char *text_nearest(const char *s, const char *const *words, size_t n);

/* Whether c is one of these. strchr alone finds the end of a string, too. */
bool text_in(char c, const char *set);

bool text_starts(const char *s, const char *prefix);
bool text_ends(const char *s, const char *suffix);

/* Make text from a stranger fit for a terminal, in place: a blank for each
 * byte of control characters (C0, DEL, C1: escape sequences begin with them)
 * and of those that turn the direction of writing, '?' for bytes that are not
 * UTF-8. Returns s. */
char *text_clean(char *s);

/* Whether text_clean would leave it as it is. */
bool text_is_clean(const char *s);

/* Whether the bytes are well-formed UTF-8. */
bool text_is_utf8(const char *s, size_t n);

#endif
