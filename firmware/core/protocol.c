#include "protocol.h"

#include "command.h"
#include "config.h"
#include "homing.h"
#include "input.h"
#include "motion.h"
#include "motors.h"
#include "output.h"
#include "pen.h"
#include "pico.h"
#include "settings.h"
#include "text.h"

enum phase {
  PHASE_STARTING,
  PHASE_IDLE,
  /* The reply follows when the motion has ended. */
  PHASE_BUSY,
  /* With BUFFER ON. FULL: waits for room in the motion queue. MOVING: waits until all motion has ended. */
  PHASE_FULL,
  PHASE_MOVING,
};

/* The reply that is due while a STOP brakes. COMMAND: stopped at a position; HELD: not begun; QUEUE: none. */
enum halt { HALT_NONE, HALT_COMMAND, HALT_HELD, HALT_QUEUE };

/* Start-up waits this long. Input that arrives meanwhile was sent before the start and is ignored. */
enum { START_MS = 50 };

static const int32_t max_wait_ms = 3600000;

static enum phase phase;
static enum halt halt;
static struct command command;
static bool buffered;
/* The count in the last DONE sent. */
static uint32_t told;
static const char *note;
/* A reply of several lines is being sent. */
static bool is_replying;
static uint8_t reply_line;
static bool wants_restart;

void protocol_start(const char *start_note) {
  phase = PHASE_STARTING;
  halt = HALT_NONE;
  buffered = is_replying = wants_restart = false;
  told = 0;
  note = start_note;
  input_clear();
  motion_add(ENTRY_PEN, pen_up_angle(), false);
  motion_add(ENTRY_WAIT, START_MS, false);
}

bool protocol_is_starting(void) {
  return phase == PHASE_STARTING;
}

bool protocol_wants_restart(void) {
  return wants_restart;
}

static void out_name(void) {
  out_text(TEXT("stationery-plotter " CORE_VERSION " BUFFER "));
  out_number(CORE_QUEUE_LENGTH);
  out_end();
}

static void out_limit(char axis, int32_t started, int32_t min, int32_t max) {
  out_char(axis);
  out_number(started + min);
  out_text(TEXT(".."));
  out_number(started + max);
}

static void out_limits(void) {
  out_limit('X', started_x, settings.limit_x_min, settings.limit_x_max);
  out_char(' ');
  out_limit('Y', started_y, settings.limit_y_min, settings.limit_y_max);
}

static void out_place(const char *before, int32_t x, int32_t y) {
  out_text(before);
  out_char('X');
  out_number(x);
  out_text(TEXT(" Y"));
  out_number(y);
}

static void out_position(const char *before) {
  int32_t x, y;
  motion_position(&x, &y);
  out_place(before, x, y);
  out_end();
}

static void out_named(const char *name, int32_t value) {
  out_text(name);
  out_number(value);
  out_end();
}

static void out_done(void) {
  told = motion_done;
  out_checked(TEXT("DONE"), motion_done);
}

static void out_ok(const struct command *done) {
  out_text(TEXT("OK "));
  switch (done->verb) {
    case PENUP:
      out_text(TEXT("PEN_UP"));
      break;
    case PENDOWN:
      out_text(TEXT("PEN_DOWN"));
      break;
    case PENHEIGHT:
      out_text(TEXT("PEN_HEIGHT"));
      break;
    case STOP:
      out_text(TEXT("STOPPED"));
      break;
    case SYNC: {
      out_text(TEXT("SYNC_"));
      int32_t unit = 1;
      for (int32_t digit = 1; digit < done->b; digit++) unit *= 10;
      for (int32_t rest = done->a; unit > 0; unit /= 10) {
        out_char((char)('0' + rest / unit));
        rest %= unit;
      }
      break;
    }
    default: {
      const char *usage = usage_of((enum verb)done->verb);
      for (char c; (c = READ_CHAR(usage)) != 0 && c != ' '; usage++) out_char(c);
    }
  }
  out_end();
}

static bool in_range(int32_t value, int32_t min, int32_t max, const char *unit) {
  if (value >= min && value <= max) return true;
  out_text(TEXT("ERR RANGE "));
  out_number(value);
  out_text(TEXT(" is not "));
  out_number(min);
  out_text(TEXT(" to "));
  out_number(max);
  out_line(unit);
  return false;
}

static bool is_within_limits(int32_t x, int32_t y) {
  int32_t from_x = x - started_x;
  int32_t from_y = y - started_y;
  if (from_x >= settings.limit_x_min && from_x <= settings.limit_x_max && from_y >= settings.limit_y_min &&
      from_y <= settings.limit_y_max) {
    return true;
  }
  out_place(TEXT("ERR LIMIT "), x, y);
  out_text(TEXT(" lies outside "));
  out_limits();
  out_end();
  return false;
}

static bool is_height(int32_t thousandths) {
  int32_t min = pen_up_angle() + 1000;
  if (thousandths >= min && thousandths <= 180000) return true;
  out_text(TEXT("ERR RANGE "));
  out_thousandths(thousandths);
  out_text(TEXT(" is not "));
  out_number(min / 1000);
  out_line(TEXT(" to 180 degrees"));
  return false;
}

static bool can_configure(void) {
  int32_t min, max;
  uint8_t setting = (uint8_t)command.a;
  if (!command.has_value) return true;
  setting_range(setting, &min, &max);
  if (!in_range(command.b, min, max, TEXT(""))) return false;
  if (setting_is_usable(setting, command.b)) return true;
  out_text(TEXT("ERR RANGE "));
  out_number(command.b);
  out_line(TEXT(" is not a free pin"));
  return false;
}

/* Returns whether the command is possible. If not, sends the error. */
static bool is_possible(void) {
  switch ((enum verb)command.verb) {
    case MOVE:
      return is_within_limits(command.a, command.b);
    case WAIT:
      return in_range(command.a, 0, max_wait_ms, TEXT(" milliseconds"));
    case SPEED:
      return in_range(command.a, 1, settings.max_speed, TEXT(" steps/s"));
    case ACCEL:
      return in_range(command.a, 1, settings.max_accel, TEXT(" steps/s2"));
    case SERVO:
      if (settings.pen != PEN_SERVO) {
        out_line(TEXT("ERR UNKNOWN no servo is fitted"));
        return false;
      }
      return in_range(command.a, 0, 180, TEXT(" degrees"));
    case PENHEIGHT:
      return !command.has_value || is_height(command.a);
    case CONFIG:
      return can_configure();
    default:
      return true;
  }
}

static void add_motion(bool is_counted) {
  switch ((enum verb)command.verb) {
    case PENUP:
    case STOP:
      motion_add(ENTRY_PEN, pen_up_angle(), is_counted);
      break;
    case PENDOWN:
      motion_add(ENTRY_PEN, planned.pen_down, is_counted);
      break;
    case SERVO:
      motion_add(ENTRY_PEN, command.a * 1000, is_counted);
      break;
    case WAIT:
      motion_add(ENTRY_WAIT, command.a, is_counted);
      break;
    case SPEED:
      motion_add(ENTRY_SPEED, command.a, is_counted);
      break;
    case ACCEL:
      motion_add(ENTRY_ACCEL, command.a, is_counted);
      break;
    case PENHEIGHT:
      motion_add(ENTRY_HEIGHT, command.has_value ? command.a : pen_down_angle(), is_counted);
      break;
    case MOVE:
      motion_add_move(command.a, command.b, is_counted);
      break;
    case HOME:
      motion_add(ENTRY_PEN, pen_up_angle(), is_counted);
      if (homing_is_set()) homing_begin();
      else motion_add_move(0, 0, is_counted);
      break;
    default:
      break;
  }
}

static void begin_reply(void) {
  is_replying = true;
  reply_line = 0;
}

static bool next_status_line(void) {
  switch (reply_line++) {
    case 0:
      out_position(TEXT("POS "));
      return true;
    case 1:
      out_line(pen_is_down(now.pen_down) ? TEXT("PEN DOWN") : TEXT("PEN UP"));
      return true;
    case 2:
      out_named(TEXT("SPEED "), now.speed);
      return true;
    case 3:
      out_named(TEXT("ACCEL "), now.accel);
      return true;
    case 4:
      if (settings.pen != PEN_SERVO) return true;
      out_text(TEXT("SERVO "));
      out_thousandths(pen_angle());
      out_end();
      return true;
    case 5:
      out_text(TEXT("LIMITS "));
      out_limits();
      out_end();
      return true;
    case 6:
      out_text(TEXT("HEIGHTS "));
      out_number(settings.pen_up_angle + 1);
      out_line(TEXT("..180"));
      return true;
    case 7:
      out_named(TEXT("DEVIATION "), settings.deviation);
      return true;
    case 8:
      if (!buffered) break;
      out_done();
      out_named(TEXT("WAITING "), motion_size());
      return true;
    default:
      break;
  }
  return false;
}

static bool next_config_line(void) {
  bool is_one = command.a >= 0;
  if (is_one ? reply_line > 0 : reply_line >= settings_count()) return false;
  out_text(TEXT("CONFIG "));
  setting_out(is_one ? (uint8_t)command.a : reply_line);
  out_end();
  reply_line++;
  return true;
}

static void reply_on(void) {
  if (command.verb == STATUS ? next_status_line() : next_config_line()) return;
  is_replying = false;
  out_ok(&command);
}

/* CONFIG and RESET are the same in both languages. */
static bool is_pico(void) {
  return settings.language == LANGUAGE_PICO && command.verb != CONFIG && command.verb != RESET;
}

/* Called after the motion, if any. */
static void finish(void) {
  phase = PHASE_IDLE;
  if (is_pico()) {
    pico_finish(&command);
    return;
  }
  switch ((enum verb)command.verb) {
    case STATUS:
      begin_reply();
      return;
    case CONFIG:
      if (command.a == ALL_SETTINGS || (command.a >= 0 && !command.has_value)) {
        begin_reply();
        return;
      }
      if (command.a == DEFAULT_SETTINGS) settings_store_defaults();
      else setting_store((uint8_t)command.a, command.b);
      break;
    case VERSION:
      out_name();
      break;
    case SYNC:
      if (buffered) out_done();
      break;
    case STOP:
      if (!buffered) break;
      out_position(TEXT("POS "));
      out_done();
      break;
    case BUFFER:
      buffered = command.a != 0;
      motion_done = told = 0;
      break;
    case ZERO:
      motion_zero();
      break;
    case RESET:
      wants_restart = true;
      break;
    default:
      break;
  }
  out_ok(&command);
}

static void begin(void) {
  phase = PHASE_IDLE;
  if (is_pico()) {
    if (pico_begin(&command)) phase = PHASE_BUSY;
    return;
  }
  if (!is_possible()) return;
  phase = PHASE_BUSY;
  add_motion(false);
}

static void enqueue(void) {
  phase = PHASE_IDLE;
  out_checked(TEXT("QUEUED"), motion_done + motion_size() + 1);
  out_ok(&command);
  add_motion(true);
}

static void obey_command(void) {
  if (!buffered) {
    begin();
    return;
  }
  switch ((enum verb)command.verb) {
    case STATUS:
    case VERSION:
      finish();
      return;
    case MOVE:
    case PENUP:
    case PENDOWN:
    case SERVO:
    case WAIT:
    case SPEED:
    case ACCEL:
    case PENHEIGHT:
      if (is_possible()) phase = PHASE_FULL;
      return;
    default:
      phase = PHASE_MOVING;
  }
}

static void refuse_line(int32_t state) {
  out_text(TEXT("ERR LINE "));
  if (state == LINE_TOO_LONG) out_line(TEXT("more than 255 characters"));
  else if (state == LINE_NOT_PRINTABLE) out_line(TEXT("a byte that is not printable ASCII"));
  else out_line(TEXT("bytes were lost"));
}

static void refuse(const char *before, const struct input *input, const char *behind) {
  out_text(before);
  out_chars(input->text, input->text_length);
  out_line(behind);
}

static void obey(const struct input *input) {
  switch (input->kind) {
    case INPUT_COMMAND:
      command = input->command;
      obey_command();
      return;
    case INPUT_STOP:
      command = (struct command){.verb = STOP};
      obey_command();
      return;
    case INPUT_UNKNOWN:
      if (input->text_length == 0) out_line(TEXT("ERR UNKNOWN"));
      else refuse(TEXT("ERR UNKNOWN "), input, TEXT(" is not a command"));
      return;
    case INPUT_UNKNOWN_SETTING:
      refuse(TEXT("ERR UNKNOWN "), input, TEXT(" is not a setting"));
      return;
    case INPUT_LONG_NUMBER:
      refuse(TEXT("ERR RANGE "), input, TEXT(" is a number of more than 9 digits"));
      return;
    case INPUT_WRONG_ARGUMENTS:
      out_text(TEXT("ERR ARGS write it as "));
      out_line(usage_of((enum verb)input->command.verb));
      return;
    case INPUT_WRONG_VALUE:
      out_text(TEXT("ERR ARGS write it as CONFIG "));
      setting_out_usage((uint8_t)input->command.a);
      out_end();
      return;
    case INPUT_BAD_LINE:
      refuse_line(input->command.a);
      return;
    case INPUT_BUSY:
      out_line(TEXT("ERR BUSY the input buffer is full"));
      return;
    case INPUT_STOPPED:
      out_line(TEXT("ERR STOPPED not begun"));
      return;
  }
}

static void answer_halt(void) {
  if (halt == HALT_COMMAND) out_position(TEXT("ERR STOPPED at "));
  else if (halt == HALT_HELD) out_line(TEXT("ERR STOPPED not begun"));
  halt = HALT_NONE;
  phase = PHASE_IDLE;
}

static bool start_step(void) {
  if (note != 0) {
    out_line(note);
    note = 0;
    return true;
  }
  if (motion_size() > 0) return false;
  /* A pen stepper may have switched the motors on to lift the pen. */
  motors_off();
  phase = PHASE_IDLE;
  if (settings.language == LANGUAGE_PICO) return true;
  out_text(TEXT("READY "));
  out_name();
  return true;
}

bool protocol_step(void) {
  if (wants_restart || !out_has_room()) return false;
  if (is_replying) {
    reply_on();
    return true;
  }
  if (phase == PHASE_STARTING) return start_step();
  bool is_moving = motion_size() > 0 || homing_is_active();
  if (halt != HALT_NONE) {
    if (is_moving) return false;
    answer_halt();
    return true;
  }
  if (buffered && motion_done != told) {
    out_done();
    return true;
  }
  switch (phase) {
    case PHASE_BUSY:
      if (is_moving) return false;
      finish();
      return true;
    case PHASE_FULL:
      if (motion_is_full()) return false;
      enqueue();
      return true;
    case PHASE_MOVING:
      if (is_moving) return false;
      begin();
      return true;
    default: {
      struct input input;
      if (!input_take(&input)) return false;
      obey(&input);
      return true;
    }
  }
}

/* Brakes even if the output buffer has no room for a reply. */
static void stop_motion(void) {
  if (halt != HALT_NONE) return;
  if (phase == PHASE_BUSY) {
    if (command.verb == STOP) return;
    halt = HALT_COMMAND;
  } else if (motion_size() > 0) {
    halt = phase == PHASE_IDLE ? HALT_QUEUE : HALT_HELD;
  } else {
    return;
  }
  if (homing_is_active()) homing_cancel();
  motion_halt();
}

void protocol_take_line(enum line_state state) {
  struct input input;
  bool speaks_pico = settings.language == LANGUAGE_PICO;
  if (state == LINE_READ && line_is_stop() && !speaks_pico) {
    input_add_stop();
    stop_motion();
    return;
  }
  if (state != LINE_READ) {
    input.kind = INPUT_BAD_LINE;
    input.command = (struct command){.a = state};
  } else if (speaks_pico) {
    parse_pico_line(&input);
  } else {
    parse_line(&input);
  }
  input_add(&input);
}
