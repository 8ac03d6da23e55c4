/* HOME with end switches: moves onto each switch and off it again. The final position becomes the origin. */
#ifndef HOMING_H
#define HOMING_H

#include <stdbool.h>

/* Returns whether HOME uses the end switches. */
bool homing_is_set(void);
/* Starts homing after the queued motion, such as lifting the pen, has ended. */
void homing_begin(void);
bool homing_is_active(void);
void homing_cancel(void);
enum homing { HOMING_UNCHANGED, HOMING_WENT_ON, HOMING_FAILED };
/* Starts the next homing move when the previous one has ended. Fails if a switch does not respond. */
enum homing homing_poll(void);

#endif
