// Replaces the C library functions that compiled code calls. The build must use
// -fno-tree-loop-distribute-patterns: without it, the compiler replaces these loops with calls to the same functions.
#include <stddef.h>

__attribute__((used)) void *memcpy(void *to, const void *from, size_t count) {
  char *target = to;
  const char *source = from;
  while (count--) *target++ = *source++;
  return to;
}

__attribute__((used)) void *memmove(void *to, const void *from, size_t count) {
  char *target = to;
  const char *source = from;
  if (target < source) return memcpy(to, from, count);
  while (count--) target[count] = source[count];
  return to;
}

__attribute__((used)) void *memset(void *to, int value, size_t count) {
  char *target = to;
  while (count--) *target++ = (char)value;
  return to;
}

__attribute__((used)) int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (; count--; a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}
