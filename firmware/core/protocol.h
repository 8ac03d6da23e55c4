/* The protocol. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "reader.h"

/* Lifts the pen; then the note (a TEXT(), or 0) and the banner are sent. */
void protocol_start(const char *note);
/* Input is ignored. */
bool protocol_is_starting(void);
/* RESET was answered. */
bool protocol_wants_restart(void);
/* Takes the line in `line`. A STOP acts at once. */
void protocol_take_line(enum line_state state);
/* Takes the next step: a line of a reply, or the next command. Returns whether there was one. */
bool protocol_step(void);

#endif
