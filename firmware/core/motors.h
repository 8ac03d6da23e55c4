/* Switches the motors on before the first step, and off after ENABLE_TIMEOUT seconds at rest. */
#ifndef MOTORS_H
#define MOTORS_H

#include <stdint.h>

void motors_off(void);
void motors_on(void);
/* Returns the microseconds until the next call. */
uint32_t motors_poll(void);

#endif
