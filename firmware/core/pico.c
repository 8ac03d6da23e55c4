#include "pico.h"

#include "hal.h"
#include "motion.h"
#include "output.h"
#include "pen.h"
#include "reader.h"
#include "settings.h"
#include "text.h"

static const uint32_t min_period_us = 200, max_period_us = 1000000;
static const int32_t max_wait_ms = 3600000, max_servo = 3000, start_period_us = 1200, stop_us = 1500;

enum { MODE_ANGLE, MODE_CR };

static struct {
  uint32_t period_us;
  uint8_t mode;
  uint16_t stop_us, up_us, down_us, up_ms, down_ms, up_angle, down_angle;
} pico;

#define NAME(id, name) static const char name_##id[] CONSTANT = name;
NAME(servo_mode, "SERVO_MODE")
NAME(servo_stop_us, "SERVO_STOP_US")
NAME(penup_us, "PENUP_US")
NAME(pendown_us, "PENDOWN_US")
NAME(penup_ms, "PENUP_MS")
NAME(pendown_ms, "PENDOWN_MS")
NAME(penup_angle, "PENUP_ANGLE")
NAME(pendown_angle, "PENDOWN_ANGLE")

/* In the order of enum verb, starting with SERVO_MODE. */
static const char *const names[] CONSTANT = {
    name_servo_mode, name_servo_stop_us, name_penup_us,    name_pendown_us,
    name_penup_ms,   name_pendown_ms,    name_penup_angle, name_pendown_angle,
};

static const char *name_of(uint8_t verb) {
#ifdef __AVR__
  return (const char *)READ_WORD(&names[verb - SERVO_MODE]);
#else
  return names[verb - SERVO_MODE];
#endif
}

void pico_init(void) {
  pico.period_us = (uint32_t)start_period_us;
  pico.mode = MODE_ANGLE;
  pico.stop_us = (uint16_t)stop_us;
  pico.up_us = pico.down_us = (uint16_t)stop_us;
  pico.up_ms = settings.pen_up_ms;
  pico.down_ms = settings.pen_down_ms;
  pico.up_angle = settings.pen_up_angle;
  pico.down_angle = settings.pen_down_angle;
}

static bool integer(uint8_t word, uint8_t skip, int32_t *value) {
  uint8_t digits;
  return read_integer(word, skip, &digits, value) && digits <= 9;
}

static bool is_unsigned(uint8_t word) {
  return line.text[word][0] >= '0' && line.text[word][0] <= '9';
}

static bool parse_one_word(struct command *command) {
  char first = line.text[0][0];
  if (word_is(0, TEXT("PENUP"))) command->verb = PENUP;
  else if (word_is(0, TEXT("PENDOWN"))) command->verb = PENDOWN;
  else if (word_is(0, TEXT("STOP"))) command->verb = STOP;
  else if (word_is(0, TEXT("STATUS"))) command->verb = STATUS;
  else if (word_is(0, TEXT("RESET"))) command->verb = RESET;
  else if (first == 'X' || first == 'Y') {
    command->verb = first == 'X' ? STEP_X : STEP_Y;
    return integer(0, 1, &command->a);
  } else {
    return false;
  }
  return true;
}

static bool parse_two_words(struct command *command) {
  if (word_is(0, name_servo_mode)) {
    command->verb = SERVO_MODE;
    command->a = word_is(1, TEXT("CR")) ? MODE_CR : MODE_ANGLE;
    return command->a == MODE_CR || word_is(1, TEXT("ANGLE"));
  }
  if (!is_unsigned(1) || !integer(1, 0, &command->a)) return false;
  if (word_is(0, TEXT("SPEED"))) command->verb = SPEED;
  else if (word_is(0, TEXT("WAIT"))) command->verb = WAIT;
  else if (word_is(0, TEXT("SERVO"))) command->verb = SERVO;
  else {
    command->verb = SERVO_STOP_US;
    while (command->verb < VERBS && !word_is(0, name_of(command->verb))) command->verb++;
    return command->verb < VERBS;
  }
  return true;
}

static bool parse_three_words(struct command *command) {
  command->verb = MOVE;
  return word_is(0, TEXT("MOVE")) && upper(line.text[1][0]) == 'X' && upper(line.text[2][0]) == 'Y' &&
         integer(1, 1, &command->a) && integer(2, 1, &command->b);
}

void parse_pico_line(struct input *input) {
  struct command *command = &input->command;
  *command = (struct command){0};
  if (word_is(0, TEXT("CONFIG"))) {
    parse_line(input);
    return;
  }
  bool is_known = line.words == 1   ? parse_one_word(command)
                  : line.words == 2 ? parse_two_words(command)
                                    : line.words == 3 && parse_three_words(command);
  input->kind = is_known ? INPUT_COMMAND : INPUT_UNKNOWN;
  input->text_length = 0;
}

static bool refuse(void) {
  out_line(TEXT("ERR RANGE"));
  return false;
}

/* Queues the time that the pen takes. */
static void move_pen(bool down) {
  pen_set(down ? pen_down_angle() : pen_up_angle());
  if (settings.pen == PEN_SERVO) {
    if (pico.mode == MODE_CR) hal_servo(down ? pico.down_us : pico.up_us);
    else pen_set_servo((int32_t)(down ? pico.down_angle : pico.up_angle) * 1000);
    motion_add(ENTRY_WAIT, down ? pico.down_ms : pico.up_ms, false);
    return;
  }
  motion_add(ENTRY_PEN, down ? pen_down_angle() : pen_up_angle(), false);
}

static bool is_within(int32_t target, int32_t started, int32_t min, int32_t max) {
  return target >= started + min && target <= started + max;
}

static bool move_by(int32_t x, int32_t y) {
  int32_t from_x, from_y;
  motion_position(&from_x, &from_y);
  int32_t to_x = from_x + x;
  int32_t to_y = from_y + y;
  if (!is_within(to_x, started_x, settings.limit_x_min, settings.limit_x_max) ||
      !is_within(to_y, started_y, settings.limit_y_min, settings.limit_y_max)) {
    return refuse();
  }
  uint32_t longer = (uint32_t)(x < 0 ? -x : x);
  uint32_t other = (uint32_t)(y < 0 ? -y : y);
  if (other > longer) longer = other;
  motion_add_even_move(to_x, to_y, longer, pico.period_us);
  return true;
}

static bool set_servo(int32_t value) {
  if (value > max_servo) return refuse();
  if (settings.pen != PEN_SERVO) return true;
  if (pico.mode == MODE_CR) hal_servo((uint16_t)value);
  else pen_set_servo(value < 180 ? value * 1000 : 180000);
  return true;
}

static bool set_value(uint8_t verb, int32_t value) {
  /* As in CONFIG PEN_UP_MS, at most 180 degrees, 3 ms and 10 s. */
  uint16_t kept = (uint16_t)(value > 10000 ? 10000 : value);
  uint16_t pulse = kept > (uint16_t)max_servo ? (uint16_t)max_servo : kept;
  uint16_t angle = kept > 180 ? 180 : kept;
  switch (verb) {
    case SERVO_STOP_US:
      pico.stop_us = pulse;
      break;
    case PENUP_US:
      pico.up_us = pulse;
      break;
    case PENDOWN_US:
      pico.down_us = pulse;
      break;
    case PENUP_MS:
      pico.up_ms = kept;
      break;
    case PENDOWN_MS:
      pico.down_ms = kept;
      break;
    case PENUP_ANGLE:
      pico.up_angle = angle;
      break;
    default:
      pico.down_angle = angle;
  }
  return true;
}

bool pico_begin(const struct command *command) {
  int32_t value = command->a;
  switch ((enum verb)command->verb) {
    case PENUP:
    case PENDOWN:
      move_pen(command->verb == PENDOWN);
      return true;
    case STOP:
    case STATUS:
      return true;
    case MOVE:
      return move_by(value, command->b);
    case STEP_X:
      return move_by(value, 0);
    case STEP_Y:
      return move_by(0, value);
    case SPEED:
      if ((uint32_t)value < min_period_us || (uint32_t)value > max_period_us) return refuse();
      pico.period_us = (uint32_t)value;
      return true;
    case WAIT:
      if (value > max_wait_ms) return refuse();
      motion_add(ENTRY_WAIT, value, false);
      return true;
    case SERVO:
      return set_servo(value);
    case SERVO_MODE:
      pico.mode = (uint8_t)value;
      return true;
    default:
      return set_value(command->verb, value);
  }
}

static void out_word(uint8_t verb) {
  switch (verb) {
    case PENUP:
      out_text(TEXT("PEN_UP"));
      return;
    case PENDOWN:
      out_text(TEXT("PEN_DOWN"));
      return;
    case STEP_X:
      out_char('X');
      return;
    case STEP_Y:
      out_char('Y');
      return;
    default:
      break;
  }
  const char *name = verb < STEP_X ? usage_of((enum verb)verb) : name_of(verb);
  for (char c; (c = READ_CHAR(name)) != 0 && c != ' '; name++) out_char(c);
}

void pico_finish(const struct command *command) {
  bool is_pen = command->verb == PENUP || command->verb == PENDOWN;
  if (is_pen && settings.pen == PEN_SERVO && pico.mode == MODE_CR) hal_servo(pico.stop_us);
  if (command->verb == STATUS) {
    out_text(TEXT("SPEED "));
    out_number((int32_t)pico.period_us);
    out_end();
  }
  out_text(TEXT("OK "));
  out_word(command->verb);
  out_end();
}
