/* Angles are in thousandths of a degree. A stepper scales them to PEN_STEPS; a solenoid is on above the pen-up angle. */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * After power-up, a servo or solenoid counts as down. Returns false if the position of a pen stepper is unknown; the
 * stepper then counts as up. A known position survives a reset, but not power-off or a reset while the pen moves.
 */
bool pen_init(bool is_power_up);
int32_t pen_up_angle(void);
int32_t pen_down_angle(void);
/* Returns the current angle, interpolated while the pen moves. */
int32_t pen_angle(void);
bool pen_is_down(int32_t down_angle);
/* Returns the time of a move to this angle, in microseconds. */
uint32_t pen_time(int32_t angle);

void pen_begin(int32_t angle);
bool pen_has_arrived(void);
/* Returns the remaining time of the move, in microseconds. */
uint32_t pen_time_left(void);
/* Records that the caller has moved the servo to this angle. */
void pen_set(int32_t angle);
void pen_set_servo(int32_t angle);
void pen_interrupt(void);

#endif
