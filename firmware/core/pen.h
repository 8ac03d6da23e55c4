/* Angles are in thousandths of a degree. A stepper scales them to PEN_STEPS; a solenoid is on above the pen-up angle. */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * After power-up, a servo or solenoid counts as down. Returns false if the position of a pen stepper is unknown, which
 * then counts as up: it survives a reset, but not power-off or a reset while the pen moves.
 */
bool pen_init(bool is_power_up);
int32_t pen_up_angle(void);
int32_t pen_down_angle(void);
/* Interpolated while the pen moves. */
int32_t pen_angle(void);
bool pen_is_down(int32_t down_angle);
/* In microseconds. */
uint32_t pen_time(int32_t angle);

void pen_begin(int32_t angle);
bool pen_has_arrived(void);
/* In microseconds. */
uint32_t pen_time_left(void);
/* The caller has moved the servo to this angle. */
void pen_set(int32_t angle);
void pen_set_servo(int32_t angle);
void pen_interrupt(void);

#endif
