#include "pico.h"

void pico_obey(const struct command *command) {
  (void)command;
}

void parse_pico_line(struct input *input) {
  parse_line(input);
}
