#include "pen.h"

#include "config.h"
#include "hal.h"
#include "settings.h"
#include "steps.h"

static int32_t from;
static int32_t to;
static uint32_t started;
static uint32_t duration;
static bool moving;

/* RAM survives a reset; `kept_check` shows whether its contents are valid. */
static volatile CORE_KEPT int32_t kept_place;
static volatile CORE_KEPT uint32_t kept_check;

enum { DEGREE = 1000, KEPT_MARK = 0x50454e21 };

static uint32_t check_of(int32_t place) {
  return (uint32_t)place ^ KEPT_MARK;
}

static void keep_place(void) {
  kept_place = steps_pen_position();
  kept_check = check_of(kept_place);
}

int32_t pen_up_angle(void) {
  return (int32_t)settings.pen_up_angle * DEGREE;
}

int32_t pen_down_angle(void) {
  return (int32_t)settings.pen_down_angle * DEGREE;
}

static uint32_t difference(int32_t one, int32_t other) {
  return (uint32_t)(one > other ? one - other : other - one);
}

bool pen_init(bool is_power_up) {
  moving = false;
  if (!is_power_up) return true;
  bool is_stepper = settings.pen == PEN_STEPPER;
  bool is_known = kept_check == check_of(kept_place);
  int32_t place = is_stepper && is_known ? kept_place : 0;
  steps_set_pen_position(place);
  from = to = is_stepper && place == 0 ? pen_up_angle() : pen_down_angle();
  return is_known || !is_stepper;
}

int32_t pen_angle(void) {
  if (!moving) return to;
  uint32_t elapsed = hal_micros() - started;
  if (elapsed > duration) elapsed = duration;
  float share = duration > 0 ? (float)elapsed / (float)duration : 1;
  int32_t angle = from + (int32_t)((float)(to - from) * share);
  /* A rising pen no longer touches the paper. */
  if (to < from && angle > from - DEGREE) angle = from - DEGREE;
  angle -= angle % DEGREE;
  return angle < 0 ? 0 : angle;
}

bool pen_is_down(int32_t down_angle) {
  int32_t usual = pen_down_angle();
  return (moving ? pen_angle() : to) >= (down_angle < usual ? down_angle : usual);
}

uint32_t pen_time(int32_t angle) {
  uint16_t whole = (uint16_t)(settings.pen_down_angle - settings.pen_up_angle);
  uint32_t full_ms = angle > to ? settings.pen_down_ms : settings.pen_up_ms;
  return difference(to, angle) * full_ms / whole;
}

void pen_set_servo(int32_t angle) {
  int32_t range = (int32_t)settings.servo_180_us - (int32_t)settings.servo_0_us;
  hal_servo((uint16_t)(settings.servo_0_us + range * (angle / 100) / 1800));
}

static int32_t stepper_target(int32_t angle) {
  int32_t whole = pen_down_angle() - pen_up_angle();
  float share = (float)(angle - pen_up_angle()) / (float)whole;
  return (int32_t)((float)settings.pen_steps * share);
}

static void run_stepper(int32_t steps) {
  struct slice *slice = steps_free_slice();
  if (slice == 0 || steps == 0) return;
  slice->steps = (uint16_t)difference(steps, 0);
  slice->period = (uint32_t)(256.0f * CORE_TICK_HZ / (float)settings.pen_speed);
  slice->change = 0;
  slice->flags = steps < 0 ? SLICE_PEN_UP : SLICE_PEN_DOWN;
  steps_push();
  kept_check = ~check_of(kept_place);
  steps_run();
}

void pen_begin(int32_t angle) {
  uint32_t time = pen_time(angle);
  from = to;
  to = angle;
  started = hal_micros();
  duration = time;
  moving = true;
  if (settings.pen == PEN_SERVO) pen_set_servo(angle);
  else if (settings.pen == PEN_SOLENOID) hal_solenoid(angle > pen_up_angle());
  else run_stepper(stepper_target(angle) - steps_pen_position());
}

uint32_t pen_time_left(void) {
  if (!moving) return 0;
  uint32_t elapsed = hal_micros() - started;
  return elapsed < duration ? duration - elapsed : 0;
}

bool pen_has_arrived(void) {
  if (pen_time_left() > 0) return false;
  if (settings.pen == PEN_STEPPER) {
    if (!steps_are_idle()) return false;
    keep_place();
  }
  moving = false;
  return true;
}

void pen_set(int32_t angle) {
  if (settings.pen == PEN_SERVO) to = angle;
}

void pen_interrupt(void) {
  if (!moving) return;
  if (settings.pen == PEN_STEPPER) {
    steps_abort();
    keep_place();
  }
  to = pen_angle();
  moving = false;
}
