/* environment.h - the environment that a probe is started in. */
#ifndef PERFLOSS_DRIVE_ENVIRONMENT_H
#define PERFLOSS_DRIVE_ENVIRONMENT_H

/* That of this program with more in it ("NAME=VALUE", NULL-ended, or NULL); of
 * one name the last counts. The caller frees the array; what stands in it is
 * borrowed. */
char **environment_with(const char *const *more);

#endif
