/*
 * The command language of the Pico plotter: relative moves, speed as microseconds per step, no acceleration, and a STOP
 * that waits for earlier commands. Its settings are lost at a restart.
 */
#ifndef PICO_H
#define PICO_H

#include "command.h"

void pico_init(void);
void parse_pico_line(struct input *input);
/* If refused, sends the error and returns false. */
bool pico_begin(const struct command *command);
/* Call it when the motion has ended. */
void pico_finish(const struct command *command);

#endif
