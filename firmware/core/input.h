/* Lines behind the command that is carried out. Each leaves in its turn, so replies keep the order. */
#ifndef INPUT_H
#define INPUT_H

#include "command.h"

void input_add(const struct input *input);
/* There is always room for a stop. Nothing that waits before it will be carried out. */
void input_add_stop(void);
bool input_take(struct input *input);
void input_clear(void);

#endif
