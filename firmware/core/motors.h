/* The drivers' enable pin: on before the first step, off after a rest if the settings say so. */
#ifndef MOTORS_H
#define MOTORS_H

#include <stdint.h>

void motors_off(void);
void motors_on(void);
/* Returns the microseconds until it must be called again. */
uint32_t motors_poll(void);

#endif
