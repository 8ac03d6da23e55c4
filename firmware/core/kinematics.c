#include "kinematics.h"

#include "settings.h"

static int32_t sum(int32_t one, int32_t other) {
  return (int32_t)((uint32_t)one + (uint32_t)other);
}

static int32_t difference(int32_t one, int32_t other) {
  return (int32_t)((uint32_t)one - (uint32_t)other);
}

/* Rounds up, as the virtual plotter does. */
static int32_t half(int32_t value) {
  return value / 2 + (value > 0 ? value % 2 : 0);
}

static void swap(int32_t *one, int32_t *other) {
  int32_t kept = *one;
  *one = *other;
  *other = kept;
}

void motors_of(int32_t x, int32_t y, struct path *motors) {
  if (settings.swap_axes) swap(&x, &y);
  motors->a = x;
  motors->b = y;
  if (settings.kinematics == KINEMATICS_COREXY) {
    motors->a = sum(x, y);
    motors->b = difference(x, y);
  }
}

void place_of(const struct path *motors, int32_t *x, int32_t *y) {
  *x = motors->a;
  *y = motors->b;
  if (settings.kinematics == KINEMATICS_COREXY) {
    *x = half(sum(motors->a, motors->b));
    *y = half(difference(motors->a, motors->b));
  }
  if (settings.swap_axes) swap(x, y);
}

void direction_of(const struct path *path, float *x, float *y) {
  float a = (float)path->a;
  float b = (float)path->b;
  *x = a;
  *y = b;
  if (settings.kinematics == KINEMATICS_COREXY) {
    *x = (a + b) / 2;
    *y = (a - b) / 2;
  }
  /* SWAP_AXES only mirrors the direction, which does not affect speeds. */
}
