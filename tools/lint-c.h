/* lint-c.h - macros of libraries, for cppcheck, which reads no headers of
 * theirs. */
#define json_object_foreach(object, k, v) \
	for ((k) = key_of(object); (k) && ((v) = value_of(k)); (k) = key_of(v))
#define json_array_foreach(array, i, v) \
	for ((i) = 0; (i) < size_of(array) && ((v) = item_of(array, i)); (i)++)
