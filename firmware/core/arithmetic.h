/* Arithmetic of the planner. The step interrupt does not use it. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <stdint.h>

/* A 16-bit float: 0, or 2^-8 to 2^24. Rounds down by less than 0.05 %. */
typedef uint16_t small_float;

small_float to_small(float value);
float from_small(small_float value);

/* A squared speed: 0, or 2^-10 to 2^54. Rounds down by less than 0.1 %. Compares as an integer. */
typedef uint16_t small_square;

small_square to_square(float value);
float from_square(small_square value);

float square_root(float value);
static inline float squared_of(float value) { return value * value; }
static inline float smaller(float one, float other) { return one < other ? one : other; }
static inline float larger(float one, float other) { return one > other ? one : other; }

#endif
