/* The language of the Pico plotter: relative moves, microseconds between steps, no banner, STOP in its turn. */
#ifndef PICO_H
#define PICO_H

#include "command.h"

void pico_obey(const struct command *command);

#endif
