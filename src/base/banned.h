/* banned.h - functions that have no safe use here; included by every .c file
 * through the build. */
#ifndef PERFLOSS_BASE_BANNED_H
#define PERFLOSS_BASE_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC poison gets strcpy strcat sprintf vsprintf strtok strncpy strncat
#pragma GCC poison atoi atol atoll atof tmpnam tempnam mktemp
#pragma GCC poison asctime ctime gmtime localtime
#pragma GCC poison rand srand

#endif
