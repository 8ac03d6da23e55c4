#include "arithmetic.h"

#ifdef __AVR__
#include <math.h>
#endif

union bits {
  float value;
  uint32_t bits;
};

/* Returns the exponent and upper mantissa bits, minus those of the smallest number above 0. */
static uint16_t shortened(float value, uint8_t shift, uint32_t smallest) {
  union bits all = {.value = value};
  if (!(value > 0)) return 0;
  uint32_t top = all.bits >> shift;
  if (top <= smallest) return 0;
  top -= smallest;
  return (uint16_t)(top > 0xFFFF ? 0xFFFF : top);
}

static float lengthened(uint16_t value, uint8_t shift, uint32_t smallest) {
  if (value == 0) return 0;
  union bits all = {.bits = ((uint32_t)value + smallest) << shift};
  return all.value;
}

/* Of the 23-bit mantissa, 11 bits remain for a speed, 10 for a square. */
enum { SPEED_SHIFT = 12, SQUARE_SHIFT = 13 };
static const uint32_t smallest_speed = (uint32_t)(127 - 8) << 11;
static const uint32_t smallest_square = (uint32_t)(127 - 10) << 10;

small_float to_small(float value) {
  return shortened(value, SPEED_SHIFT, smallest_speed);
}

float from_small(small_float value) {
  return lengthened(value, SPEED_SHIFT, smallest_speed);
}

small_square to_square(float value) {
  return shortened(value, SQUARE_SHIFT, smallest_square);
}

float from_square(small_square value) {
  return lengthened(value, SQUARE_SHIFT, smallest_square);
}

#ifdef __AVR__
float square_root(float value) {
  return value > 0 ? (float)sqrt(value) : 0;
}
#else
/* Newton's method. The first guess halves the exponent. */
float square_root(float value) {
  union bits guess = {.value = value};
  if (!(value > 0)) return 0;
  guess.bits = (guess.bits >> 1) + 0x1FBB4F2Eu;
  float root = guess.value;
  for (uint8_t round = 0; round < 3; round++) root = 0.5f * (root + value / root);
  return root;
}
#endif
