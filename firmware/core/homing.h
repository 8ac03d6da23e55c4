/* HOME with end switches: moves to each switch and off it again; this place is the origin. */
#ifndef HOMING_H
#define HOMING_H

#include <stdbool.h>

/* Whether HOME uses the switches. */
bool homing_is_set(void);
/* Starts after the queued motion, such as lifting the pen. */
void homing_begin(void);
bool homing_is_active(void);
void homing_cancel(void);
enum homing { HOMING_UNCHANGED, HOMING_WENT_ON, HOMING_FAILED };
/* Starts the next move when one has ended. Fails if a switch is not found. */
enum homing homing_poll(void);

#endif
