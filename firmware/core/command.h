#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

enum verb {
  PENUP,
  PENDOWN,
  STATUS,
  VERSION,
  SYNC,
  STOP,
  RESET,
  MOVE,
  HOME,
  ZERO,
  WAIT,
  SPEED,
  ACCEL,
  SERVO,
  PENHEIGHT,
  BUFFER,
  CONFIG,
  /* Pico plotter only. */
  STEP_X,
  STEP_Y,
  SERVO_MODE,
  SERVO_STOP_US,
  PENUP_US,
  PENDOWN_US,
  PENUP_MS,
  PENDOWN_MS,
  PENUP_ANGLE,
  PENDOWN_ANGLE,
  VERBS,
};

enum input_kind {
  INPUT_COMMAND,
  /* Syntax errors; `text` becomes part of the reply. */
  INPUT_UNKNOWN,
  INPUT_LONG_NUMBER,
  INPUT_UNKNOWN_SETTING,
  /* `command.verb` selects the usage text of the reply. */
  INPUT_WRONG_ARGUMENTS,
  /* `command.a` is the setting. */
  INPUT_WRONG_VALUE,
  /* `command.a` is an enum line_state. */
  INPUT_BAD_LINE,
  /* Kinds that the input buffer stores only as a count: buffer full, cancelled by a STOP, and STOP itself. */
  INPUT_BUSY,
  INPUT_STOPPED,
  INPUT_STOP,
};

enum { MAX_TEXT = 32, ALL_SETTINGS = -1, DEFAULT_SETTINGS = -2 };

struct command {
  uint8_t verb;
  /* MOVE: X and Y. SYNC: number and digit count. CONFIG: setting and value. Other verbs: the argument in `a`. */
  int32_t a;
  int32_t b;
  /* CONFIG has a value, or PENHEIGHT has a height. */
  bool has_value;
};

struct input {
  enum input_kind kind;
  struct command command;
  uint8_t text_length;
  char text[MAX_TEXT];
};

/* `line`: see reader.h. */
void parse_line(struct input *input);
bool line_is_stop(void);

bool word_is(uint8_t word, const char *text);
/* Reads a word without its first `skip` characters. Returns false if it is not an integer. */
bool read_integer(uint8_t word, uint8_t skip, uint8_t *digits, int32_t *value);
void refuse_text(struct input *input, enum input_kind kind, uint8_t word);

/* Returns a TEXT(), such as "MOVE X<steps> Y<steps>". */
const char *usage_of(enum verb verb);

#endif
