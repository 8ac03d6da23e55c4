/* Lines that wait for the running command, in order of arrival. */
#ifndef INPUT_H
#define INPUT_H

#include "command.h"

void input_add(const struct input *input);
/* Cancels all waiting lines. There is always room for a STOP. */
void input_add_stop(void);
bool input_take(struct input *input);
void input_clear(void);

#endif
