#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "reader.h"

/* `note`: a TEXT(), or 0. Sends the banner when the pen is up. */
void protocol_start(const char *note);
/* Input is ignored until start-up has finished. */
bool protocol_is_starting(void);
/* Whether a RESET has been answered and must be executed. */
bool protocol_wants_restart(void);
/* `line`: see reader.h. A STOP brakes at once. */
void protocol_take_line(enum line_state state);
/* Returns false if no reply line or command is due. */
bool protocol_step(void);

#endif
