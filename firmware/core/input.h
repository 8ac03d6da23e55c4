/* Lines that wait for the running command. They are taken in order, so replies keep the order. */
#ifndef INPUT_H
#define INPUT_H

#include "command.h"

void input_add(const struct input *input);
/* There is always room for a stop. Lines that wait before it are not executed. */
void input_add_stop(void);
bool input_take(struct input *input);
void input_clear(void);

#endif
