#include "steps.h"

#include "config.h"
#include "core.h"
#include "hal.h"
#include "motors.h"
#include "settings.h"

#define OUT_OF_LINE __attribute__((noinline))
#define LEFT_TICKS ((uint32_t)(CORE_LEFT_US * (CORE_TICK_HZ / 1000000.0)))

static struct slice slices[CORE_SLICES];
static volatile uint8_t first;
static volatile uint8_t pending;
static volatile bool running;
static volatile uint8_t finished;
static volatile bool slice_ended;
static volatile uint8_t switch_hit;
static uint8_t armed;
static uint8_t armed_level;
static uint8_t watched;
static uint8_t watched_level;

static int32_t position_a;
static int32_t position_b;
static int32_t position_pen;

static uint32_t period;
static int32_t change;
static uint16_t steps_left;
/* Steps not yet added to the positions. Longer axis: `steps_whole` - `steps_left`; shorter axis: `steps_shorter`. */
static uint16_t steps_whole;
static uint16_t steps_shorter;
static uint8_t fraction;
static uint8_t flags;
/* Motors of the next step, and motors that run backwards. */
static uint8_t motors;
static uint8_t directions;

/* State of the current line. The shorter axis steps when `rest` falls below 0. */
static uint8_t longer_motor;
static uint8_t shorter_motor;
static int32_t longer_size;
static int32_t shorter_size;
static int32_t rest;

/* Rest of a step period that exceeds the range of the timer. */
static uint32_t wait_ticks;
static bool is_waiting;

void steps_clear(void) {
  running = false;
  first = pending = 0;
  finished = switch_hit = armed = watched = 0;
  position_a = position_b = 0;
  steps_left = steps_whole = steps_shorter = 0;
  fraction = 0;
}

struct slice *steps_free_slice(void) {
  if (pending >= CORE_SLICES) return 0;
  hal_lock();
  uint8_t at = (uint8_t)((first + pending) % CORE_SLICES);
  hal_unlock();
  return &slices[at];
}

void steps_push(void) {
  hal_lock();
  pending++;
  hal_unlock();
}

const struct slice *steps_take_back(void) {
  const struct slice *taken = 0;
  hal_lock();
  uint8_t now_first = first;
  uint8_t now_pending = pending;
  bool was_running = running;
  hal_unlock();
  /* Keep the current slice and the next LEFT_TICKS, so that the planner finishes in time. */
  uint8_t left = was_running ? 1 : 0;
  for (uint32_t ticks = 0; was_running && left < now_pending && ticks < LEFT_TICKS; left++) {
    const struct slice *slice = &slices[(uint8_t)(now_first + left) % CORE_SLICES];
    ticks += (slice->period >> 8) * slice->steps;
  }
  hal_lock();
  uint8_t ended = (uint8_t)((first + CORE_SLICES - now_first) % CORE_SLICES);
  left = left > ended ? (uint8_t)(left - ended) : 0;
  if (pending > left && (left > 0 || !running)) {
    taken = &slices[(uint8_t)(first + left) % CORE_SLICES];
    pending = left;
  }
  hal_unlock();
  return taken;
}

static int32_t size_of(int32_t steps) {
  return steps < 0 ? -steps : steps;
}

static void begin_line(uint8_t entry) {
  const struct path *path = motion_path(entry);
  int32_t a = size_of(path->a);
  int32_t b = size_of(path->b);
  bool is_a = a > b;
  longer_motor = is_a ? MOTOR_A : MOTOR_B;
  shorter_motor = is_a ? MOTOR_B : MOTOR_A;
  longer_size = is_a ? a : b;
  shorter_size = is_a ? b : a;
  rest = (int32_t)((uint32_t)(longer_size - 1) >> 1);
  directions = (uint8_t)((path->a < 0 ? MOTOR_A : 0) | (path->b < 0 ? MOTOR_B : 0));
}

static void set_directions(void) {
  uint8_t reversed = (uint8_t)((settings.reverse_a ? MOTOR_A : 0) | (settings.reverse_b ? MOTOR_B : 0) |
                               (settings.reverse_pen ? MOTOR_PEN : 0));
  hal_direction(directions ^ reversed);
}

static void add_steps(uint8_t motor, uint16_t count) {
  int32_t *position = motor == MOTOR_A ? &position_a : motor == MOTOR_B ? &position_b : &position_pen;
  *position += (directions & motor) ? -(int32_t)count : (int32_t)count;
}

static void count_steps(void) {
  uint16_t made = (uint16_t)(steps_whole - steps_left);
  steps_whole = steps_left;
  if (flags & (SLICE_PEN_UP | SLICE_PEN_DOWN)) {
    add_steps(MOTOR_PEN, made);
    return;
  }
  add_steps(longer_motor, made);
  add_steps(shorter_motor, steps_shorter);
  steps_shorter = 0;
}

/* Bresenham's algorithm. */
static inline void choose_motors(void) {
  motors = longer_motor;
  rest -= shorter_size;
  if (rest < 0) {
    rest += longer_size;
    motors |= shorter_motor;
  }
}

static OUT_OF_LINE void load_slice(void) {
  const struct slice *slice = &slices[first];
  period = slice->period;
  change = slice->change;
  steps_left = steps_whole = slice->steps;
  flags = slice->flags;
  if (flags & SLICE_FIRST) begin_line(slice->entry);
  if (flags & SLICE_PEN_UP) directions |= MOTOR_PEN;
  if (flags & SLICE_PEN_DOWN) directions &= (uint8_t)~MOTOR_PEN;
}

/* Splits a long wait so that no timer period is too short for the timer. */
static uint16_t next_wait(void) {
  uint16_t ticks = wait_ticks > 0xFFFF ? 0x8000 : (uint16_t)wait_ticks;
  wait_ticks -= ticks;
  is_waiting = wait_ticks > 0;
  return ticks;
}

/* Adds the fraction of a tick to the period after the next one. */
static inline uint16_t begin_wait(void) {
  uint32_t with_fraction = period + fraction;
  fraction = (uint8_t)with_fraction;
  if (with_fraction >> 24 == 0) return (uint16_t)(with_fraction >> 8);
  wait_ticks = with_fraction >> 8;
  return next_wait();
}

static inline void choose_pen_or_motors(void) {
  if (flags & (SLICE_PEN_UP | SLICE_PEN_DOWN)) motors = MOTOR_PEN;
  else choose_motors();
}

static uint16_t stop_timer(void) {
  running = false;
  slice_ended = true;
  hal_step_end();
  return 0;
}

static OUT_OF_LINE uint16_t end_slice(void) {
  count_steps();
  if (flags & SLICE_LAST) finished++;
  slice_ended = true;
  first = (uint8_t)(first + 1 < CORE_SLICES ? first + 1 : 0);
  pending--;
  if (pending == 0) return stop_timer();
  load_slice();
  choose_pen_or_motors();
  uint16_t ticks = begin_wait();
  hal_step_end();
  if (flags & (SLICE_FIRST | SLICE_PEN_UP | SLICE_PEN_DOWN)) set_directions();
  return ticks;
}

static OUT_OF_LINE bool is_switch_hit(void) {
  uint8_t hit = (uint8_t)(~(hal_switches() ^ armed_level) & armed);
  if (hit == 0) return false;
  switch_hit = hit;
  count_steps();
  pending = 0;
  return true;
}

/* Most calls only add numbers, because the planner has prepared the slice. */
uint16_t core_step_tick(void) {
  if (!running) return 0;
  if (is_waiting) return next_wait();
  if (armed != 0 && is_switch_hit()) return stop_timer();
  uint8_t now_motors = motors;
  hal_step_begin(now_motors);
  if (now_motors & shorter_motor) steps_shorter++;
  if (--steps_left == 0) return end_slice();
  period += (uint32_t)change;
  choose_pen_or_motors();
  uint16_t ticks = begin_wait();
  hal_step_end();
  return ticks;
}

static void arm(void) {
  if (settings.switches == SWITCHES_OFF) {
    armed = 0;
  } else if (watched != 0) {
    armed = watched;
    armed_level = watched_level;
  } else {
    armed_level = settings.switches == SWITCHES_HIGH ? 0xFF : 0;
    armed = (uint8_t)((hal_switches() ^ armed_level) & (SWITCH_X | SWITCH_Y));
  }
}

void steps_run(void) {
  if (running || pending == 0 || switch_hit != 0) return;
  motors_on();
  arm();
  load_slice();
  set_directions();
  choose_pen_or_motors();
  uint16_t ticks = begin_wait();
  /* An alarm set before an abort must not fire between these two lines. */
  hal_lock();
  running = true;
  hal_start_steps(ticks);
  hal_unlock();
}

bool steps_slice_ended(void) {
  return slice_ended;
}

bool steps_are_idle(void) {
  return !running && pending == 0;
}

void steps_abort(void) {
  hal_lock();
  count_steps();
  pending = 0;
  running = is_waiting = false;
  hal_unlock();
}

uint8_t steps_finished_lines(void) {
  hal_lock();
  uint8_t count = finished;
  finished = 0;
  slice_ended = false;
  hal_unlock();
  return count;
}

uint8_t steps_switch(void) {
  return switch_hit;
}

void steps_watch(uint8_t switches, bool until_pressed) {
  switch_hit = 0;
  watched = switches;
  watched_level = (settings.switches == SWITCHES_HIGH) == until_pressed ? 0xFF : 0;
}

void steps_position(int32_t *a, int32_t *b) {
  hal_lock();
  count_steps();
  *a = position_a;
  *b = position_b;
  hal_unlock();
}

void steps_set_position(int32_t a, int32_t b) {
  position_a = a;
  position_b = b;
}

void steps_set_pen_position(int32_t place) {
  position_pen = place;
}

int32_t steps_pen_position(void) {
  hal_lock();
  count_steps();
  int32_t position = position_pen;
  hal_unlock();
  return position;
}
