#include "command.h"
#include "reader.h"
#include "settings.h"
#include "text.h"

#define VERB_TEXT(verb, usage) static const char usage_##verb[] CONSTANT = usage;
VERB_TEXT(penup, "PENUP")
VERB_TEXT(pendown, "PENDOWN")
VERB_TEXT(status, "STATUS")
VERB_TEXT(version, "VERSION")
VERB_TEXT(sync, "SYNC <n>")
VERB_TEXT(stop, "STOP")
VERB_TEXT(reset, "RESET")
VERB_TEXT(move, "MOVE X<steps> Y<steps>")
VERB_TEXT(home, "HOME")
VERB_TEXT(zero, "ZERO")
VERB_TEXT(wait, "WAIT <ms>")
VERB_TEXT(speed, "SPEED <steps/s>")
VERB_TEXT(accel, "ACCEL <steps/s2>")
VERB_TEXT(servo, "SERVO <degrees>")
VERB_TEXT(penheight, "PENHEIGHT [<height>]")
VERB_TEXT(buffer, "BUFFER <ON or OFF>")
VERB_TEXT(config, "CONFIG [<setting> [<value>]]")

/* In the order of enum verb. Each starts with the verb. */
static const char *const usages[] CONSTANT = {
    usage_penup, usage_pendown, usage_status, usage_version, usage_sync,  usage_stop,
    usage_reset, usage_move,    usage_home,   usage_zero,    usage_wait,  usage_speed,
    usage_accel, usage_servo,   usage_penheight, usage_buffer, usage_config,
};
enum { OUR_VERBS = sizeof usages / sizeof usages[0] };

const char *usage_of(enum verb verb) {
#ifdef __AVR__
  return (const char *)READ_WORD(&usages[verb]);
#else
  return usages[verb];
#endif
}

static bool names_first_word(const char *usage) {
  uint8_t at = 0;
  for (; at < line.length[0]; at++) {
    if (line.text[0][at] != READ_CHAR(usage + at) || line.text[0][at] == ' ') return false;
  }
  char next = READ_CHAR(usage + at);
  return next == 0 || next == ' ';
}

bool word_is(uint8_t word, const char *text) {
  uint8_t at = 0;
  for (; at < line.length[word]; at++) {
    if (upper(line.text[word][at]) != READ_CHAR(text + at)) return false;
  }
  return READ_CHAR(text + at) == 0;
}

bool line_is_stop(void) {
  return names_first_word(usage_stop);
}

bool read_integer(uint8_t word, uint8_t skip, uint8_t *digits, int32_t *value) {
  uint8_t at = skip;
  bool negative = false;
  uint32_t size = 0;
  *digits = 0;
  if (at < line.length[word] && (line.text[word][at] == '-' || line.text[word][at] == '+')) {
    negative = line.text[word][at++] == '-';
  }
  for (; at < line.length[word]; at++) {
    char c = line.text[word][at];
    if (c < '0' || c > '9') return false;
    if (++*digits <= 9) size = size * 10 + (uint32_t)(c - '0');
  }
  *value = negative ? -(int32_t)size : (int32_t)size;
  return *digits > 0;
}

void refuse_text(struct input *input, enum input_kind kind, uint8_t word) {
  uint8_t length = line.length[word];
  bool shortened = length > MAX_TEXT;
  if (shortened) length = MAX_TEXT;
  for (uint8_t at = 0; at < length; at++) {
    input->text[at] = shortened && at >= MAX_TEXT - 3 ? '.' : line.text[word][at];
  }
  input->text_length = length;
  input->kind = kind;
}

static void wrong_arguments(struct input *input) {
  input->kind = INPUT_WRONG_ARGUMENTS;
}

/* `letter`: the prefix; 0 for none. Returns whether the integer is valid. */
static bool integer_behind(struct input *input, uint8_t word, char letter, int32_t *value) {
  uint8_t skip = letter != 0;
  uint8_t digits;
  if ((letter != 0 && upper(line.text[word][0]) != letter) || !read_integer(word, skip, &digits, value)) {
    wrong_arguments(input);
    return false;
  }
  if (digits > 9) {
    refuse_text(input, INPUT_LONG_NUMBER, word);
    return false;
  }
  return true;
}

/* Reads up to six digits and three decimals. The value is in thousandths. */
static bool read_thousandths(uint8_t word, int32_t *value) {
  uint8_t at = 0, whole = 0, parts = 0;
  int32_t size = 0;
  const char *text = line.text[word];
  uint8_t length = line.length[word];
  bool negative = text[0] == '-';
  if (negative || text[0] == '+') at++;
  for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
    if (++whole > 6) return false;
    size = size * 10 + (text[at] - '0');
  }
  if (whole == 0) return false;
  if (at < length && text[at] == '.') {
    for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
      if (++parts > 3) return false;
      size = size * 10 + (text[at] - '0');
    }
    if (parts == 0) return false;
  }
  if (at < length) return false;
  for (; parts < 3; parts++) size *= 10;
  *value = negative ? -size : size;
  return true;
}

static void parse_sync(struct input *input) {
  uint8_t digits;
  char first = line.text[1][0];
  if (line.words != 2 || first < '0' || first > '9' || !read_integer(1, 0, &digits, &input->command.a) ||
      digits > 9) {
    wrong_arguments(input);
    return;
  }
  input->command.b = digits;
}

static void parse_penheight(struct input *input) {
  struct command *command = &input->command;
  command->has_value = line.words > 1;
  if (line.words > 2 || (command->has_value && !read_thousandths(1, &command->a))) wrong_arguments(input);
}

static void parse_buffer(struct input *input) {
  bool on = line.words == 2 && word_is(1, TEXT("ON"));
  if (!on && !(line.words == 2 && word_is(1, TEXT("OFF")))) wrong_arguments(input);
  input->command.a = on;
}

static void parse_config(struct input *input) {
  struct command *command = &input->command;
  command->a = ALL_SETTINGS;
  if (line.words == 1) return;
  if (line.words > 3) {
    wrong_arguments(input);
    return;
  }
  if (line.words == 2 && word_is(1, TEXT("DEFAULTS"))) {
    command->a = DEFAULT_SETTINGS;
    return;
  }
  command->a = setting_named_by(1);
  if (command->a < 0) {
    refuse_text(input, INPUT_UNKNOWN_SETTING, 1);
    for (uint8_t at = 0; at < input->text_length; at++) input->text[at] = upper(input->text[at]);
    return;
  }
  command->has_value = line.words == 3;
  if (!command->has_value) return;
  uint8_t digits;
  if (setting_has_words((uint8_t)command->a)) {
    command->b = setting_word((uint8_t)command->a, 2);
    if (command->b < 0) input->kind = INPUT_WRONG_VALUE;
  } else if (!read_integer(2, 0, &digits, &command->b)) {
    input->kind = INPUT_WRONG_VALUE;
  } else if (digits > 9) {
    refuse_text(input, INPUT_LONG_NUMBER, 2);
  }
}

static void parse_arguments(struct input *input) {
  struct command *command = &input->command;
  switch ((enum verb)command->verb) {
    case STOP:
      return;
    case SYNC:
      parse_sync(input);
      return;
    case MOVE:
      if (line.words != 3) wrong_arguments(input);
      else if (integer_behind(input, 1, 'X', &command->a)) integer_behind(input, 2, 'Y', &command->b);
      return;
    case WAIT:
    case SPEED:
    case ACCEL:
    case SERVO:
      if (line.words != 2) wrong_arguments(input);
      else integer_behind(input, 1, 0, &command->a);
      return;
    case PENHEIGHT:
      parse_penheight(input);
      return;
    case BUFFER:
      parse_buffer(input);
      return;
    case CONFIG:
      parse_config(input);
      return;
    default:
      if (line.words != 1) wrong_arguments(input);
  }
}

void parse_line(struct input *input) {
  input->kind = INPUT_COMMAND;
  input->command = (struct command){0};
  for (uint8_t verb = 0; verb < OUR_VERBS; verb++) {
    if (!names_first_word(usage_of((enum verb)verb))) continue;
    input->command.verb = verb;
    parse_arguments(input);
    return;
  }
  refuse_text(input, INPUT_UNKNOWN, 0);
}
