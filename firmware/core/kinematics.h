/* Between places on the paper and the positions of the motors. Arithmetic wraps around instead of overflowing. */
#ifndef KINEMATICS_H
#define KINEMATICS_H

#include <stdint.h>

#include "steps.h"

/* The motor positions of a place. */
void motors_of(int32_t x, int32_t y, struct path *motors);
/* The place of motor positions. On a CoreXY machine motors can stop between two places: then the nearest. */
void place_of(const struct path *motors, int32_t *x, int32_t *y);
/* The way that motor steps make on the paper. */
void direction_of(const struct path *path, float *x, float *y);

#endif
