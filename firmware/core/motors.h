/* The drivers' enable pin: on before the first step, off after a rest if the settings say so. */
#ifndef MOTORS_H
#define MOTORS_H

#include <stdint.h>

/* The drivers are off. */
void motors_init(void);
void motors_on(void);
/* Returns the microseconds until it must be called again. */
uint32_t motors_poll(void);

#endif
