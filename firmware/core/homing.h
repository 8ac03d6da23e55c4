/* Moves onto each switch and off it again. The final position becomes the origin. */
#ifndef HOMING_H
#define HOMING_H

#include <stdbool.h>

bool homing_is_set(void);
/* Begins homing after the queued motion, such as lifting the pen, has ended. */
void homing_begin(void);
bool homing_is_active(void);
void homing_cancel(void);
enum homing { HOMING_UNCHANGED, HOMING_WENT_ON, HOMING_FAILED };
/* Fails if a switch does not respond. */
enum homing homing_poll(void);

#endif
