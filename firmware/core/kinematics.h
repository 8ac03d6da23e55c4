/* Converts between places on the paper and motor positions. Arithmetic wraps around instead of overflowing. */
#ifndef KINEMATICS_H
#define KINEMATICS_H

#include <stdint.h>

#include "steps.h"

/* Converts x and y to motor positions. */
void motors_of(int32_t x, int32_t y, struct path *motors);
/* Converts motor positions to x and y. CoreXY motors can stop between two places; then returns the nearest. */
void place_of(const struct path *motors, int32_t *x, int32_t *y);
/* The movement on the paper made by motor steps. */
void direction_of(const struct path *path, float *x, float *y);

#endif
