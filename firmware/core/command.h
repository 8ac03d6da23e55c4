/* Commands in their compact form, and the parser that makes them from words. */
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
  /* Only in the language of the Pico plotter. */
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

/* The result of reading a line. */
enum input_kind {
  INPUT_COMMAND,
  /* Refused for its form; the text is a part of the answer. */
  INPUT_UNKNOWN,
  INPUT_LONG_NUMBER,
  INPUT_UNKNOWN_SETTING,
  /* `command.verb` tells how it is written. */
  INPUT_WRONG_ARGUMENTS,
  /* `command.a` is the setting. */
  INPUT_WRONG_VALUE,
  /* `command.a` is an enum line_state. */
  INPUT_BAD_LINE,
  /* Lines that will not be carried out, `command.a` of them. */
  INPUT_BUSY,
  INPUT_STOPPED,
  INPUT_STOP,
};

enum { MAX_TEXT = 32, ALL_SETTINGS = -1, DEFAULT_SETTINGS = -2 };

struct command {
  uint8_t verb;
  /* MOVE: X and Y. SYNC: the number and how many digits it has. CONFIG: setting and value. Others: their number. */
  int32_t a;
  int32_t b;
  /* CONFIG: with a value. PENHEIGHT: with a height. */
  bool has_value;
};

struct input {
  enum input_kind kind;
  struct command command;
  uint8_t text_length;
  char text[MAX_TEXT];
};

/* Parses the words of `line`. */
void parse_line(struct input *input);
bool line_is_stop(void);

/* Helpers for both languages. */
bool word_is(uint8_t word, const char *text);
/* Everything behind the first `skip` characters of a word as an integer; false if it is not one. */
bool read_integer(uint8_t word, uint8_t skip, uint8_t *digits, int32_t *value);
void refuse_text(struct input *input, enum input_kind kind, uint8_t word);

/* "MOVE X<steps> Y<steps>", a TEXT(). */
const char *usage_of(enum verb verb);

#endif
