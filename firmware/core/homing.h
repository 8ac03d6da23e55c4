/* HOME with end switches: to each switch, off it again, and there is the origin. */
#ifndef HOMING_H
#define HOMING_H

#include <stdbool.h>

/* Whether HOME uses the switches. */
bool homing_is_set(void);
/* Behind the motion that is in the queue, such as lifting the pen. */
void homing_begin(void);
bool homing_is_active(void);
void homing_cancel(void);
enum homing { HOMING_UNCHANGED, HOMING_WENT_ON, HOMING_FAILED };
/* Goes on when a way has ended. It fails if a switch is not found. */
enum homing homing_poll(void);

#endif
