/*
 * The language of the Pico plotter: relative moves, microseconds between steps, no acceleration, STOP in its turn.
 * Its settings hold until the next start.
 */
#ifndef PICO_H
#define PICO_H

#include "command.h"

void pico_init(void);
void parse_pico_line(struct input *input);
/* Begins a command. False: it is refused, and was answered. */
bool pico_begin(const struct command *command);
/* Answers a command when its motion has ended. */
void pico_finish(const struct command *command);

#endif
