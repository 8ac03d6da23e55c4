/*
 * The pen. Angles are in thousandths of a degree. A stepper scales them to PEN_STEPS; a solenoid is on at
 * angles larger than the pen-up angle.
 */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Assumes after power-up that a servo or solenoid is down. Returns false if the position of a pen stepper is unknown.
 * The position survives a reset, but not power-off or a reset while the pen moves. If unknown, it counts as up.
 */
bool pen_init(bool is_power_up);
int32_t pen_up_angle(void);
int32_t pen_down_angle(void);
/* Returns the current angle, interpolated while the pen moves. */
int32_t pen_angle(void);
/* Returns whether a pen with this pen-down angle is touching the paper. */
bool pen_is_down(int32_t down_angle);
/* Returns the microseconds that the pen needs to reach an angle. */
uint32_t pen_time(int32_t angle);

void pen_begin(int32_t angle);
bool pen_has_arrived(void);
/* Returns the microseconds until the pen has arrived. */
uint32_t pen_time_left(void);
/* Records the angle of a servo that the caller has moved. */
void pen_set(int32_t angle);
void pen_set_servo(int32_t angle);
void pen_interrupt(void);

#endif
