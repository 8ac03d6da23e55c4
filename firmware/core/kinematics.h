/* Integer overflow wraps around. */
#ifndef KINEMATICS_H
#define KINEMATICS_H

#include <stdint.h>

#include "steps.h"

void motors_of(int32_t x, int32_t y, struct path *motors);
/* Rounds if CoreXY motors have stopped between two whole steps. */
void place_of(const struct path *motors, int32_t *x, int32_t *y);
/* Ignores SWAP_AXES. */
void direction_of(const struct path *path, float *x, float *y);

#endif
