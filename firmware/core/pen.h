/* The pen. Angles are in thousandths of a degree; without a servo they only tell up from down. */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A servo or solenoid is at an unknown angle after power-up, and where it was after a restart. Returns whether the place
 * of a stepper is known: it is after a reset, unless that came while the pen moved. Otherwise the stepper counts as up.
 */
bool pen_init(bool is_power_up);
int32_t pen_up_angle(void);
int32_t pen_down_angle(void);
/* The current angle, also while the pen moves. */
int32_t pen_angle(void);
/* Whether a pen that is lowered to `down_angle` touches the paper now. */
bool pen_is_down(int32_t down_angle);
/* Microseconds from here to an angle. */
uint32_t pen_time(int32_t angle);

void pen_begin(int32_t angle);
bool pen_has_arrived(void);
/* Microseconds until the pen has arrived. */
uint32_t pen_time_left(void);
/* Takes this angle for the place of the pen, which others move. */
void pen_set(int32_t angle);
void pen_set_servo(int32_t angle);
/* Stops the pen where it is. */
void pen_interrupt(void);

#endif
