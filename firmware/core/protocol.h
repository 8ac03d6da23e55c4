/* Executes commands in order and replies to them. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "reader.h"

/* Lifts the pen and sends the note (a TEXT(), or 0). Sends the banner when the pen is up. */
void protocol_start(const char *note);
/* Returns whether start-up has not finished. Until then, input is ignored. */
bool protocol_is_starting(void);
/* Returns whether a RESET has been answered and must be executed. */
bool protocol_wants_restart(void);
/* Parses `line` (see reader.h) and adds it to the input buffer. A STOP brakes at once. */
void protocol_take_line(enum line_state state);
/* Sends the next reply line or starts the next command. Returns false if neither is due. */
bool protocol_step(void);

#endif
