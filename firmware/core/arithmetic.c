#include "arithmetic.h"

#ifdef __AVR__
#include <math.h>
#endif

union bits {
  float value;
  uint32_t bits;
};

/* The exponent and the first 11 bits of the mantissa, counted from the smallest number. */
enum { SHIFT = 12, MANTISSA = 11 };
static const uint32_t smallest = (uint32_t)(127 - 8) << MANTISSA;
static const uint32_t largest = 0xFFFF;

small_float to_small(float value) {
  union bits all = {.value = value};
  if (!(value > 0)) return 0;
  uint32_t top = all.bits >> SHIFT;
  if (top <= smallest) return 0;
  top -= smallest;
  return (small_float)(top > largest ? largest : top);
}

float from_small(small_float value) {
  if (value == 0) return 0;
  union bits all = {.bits = ((uint32_t)value + smallest) << SHIFT};
  return all.value;
}

#ifdef __AVR__
float square_root(float value) {
  return value > 0 ? (float)sqrt(value) : 0;
}
#else
/* Halves the exponent for a first guess and improves it. */
float square_root(float value) {
  union bits guess = {.value = value};
  if (!(value > 0)) return 0;
  guess.bits = (guess.bits >> 1) + 0x1FBB4F2Eu;
  float root = guess.value;
  for (uint8_t round = 0; round < 3; round++) root = 0.5f * (root + value / root);
  return root;
}
#endif
