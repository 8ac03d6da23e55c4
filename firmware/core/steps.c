#include "steps.h"

#include "config.h"
#include "core.h"
#include "hal.h"
#include "motors.h"
#include "settings.h"

#define LEFT_TICKS ((uint32_t)(CORE_LEFT_US * (CORE_TICK_HZ / 1000000.0)))

static struct slice slices[CORE_SLICES];
/* The oldest slice, and how many there are with it. */
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

/* The slice and the line under way. */
static volatile int32_t position_a;
static volatile int32_t position_b;
static volatile int32_t position_pen;
static uint32_t period;
static int32_t change;
static uint16_t steps_left;
static uint32_t wait_ticks;
static uint8_t fraction;
static uint8_t flags;
static uint8_t motors;
static uint8_t directions;
static uint32_t size_a;
static uint32_t size_b;
static uint32_t size_longer;
static uint32_t error_a;
static uint32_t error_b;

void steps_clear(void) {
  running = false;
  first = pending = 0;
  finished = switch_hit = armed = watched = 0;
  position_a = position_b = 0;
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
  /* The slice under way stays, and as many behind it as give the planner time. */
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

static uint32_t size_of(int32_t steps) {
  return steps < 0 ? 0u - (uint32_t)steps : (uint32_t)steps;
}

static void begin_line(uint8_t entry) {
  const struct path *path = motion_path(entry);
  size_a = size_of(path->a);
  size_b = size_of(path->b);
  size_longer = size_a > size_b ? size_a : size_b;
  error_a = error_b = size_longer / 2;
  directions = (uint8_t)((path->a < 0 ? MOTOR_A : 0) | (path->b < 0 ? MOTOR_B : 0));
}

static void set_directions(void) {
  uint8_t reversed = (uint8_t)((settings.reverse_a ? MOTOR_A : 0) | (settings.reverse_b ? MOTOR_B : 0) |
                               (settings.reverse_pen ? MOTOR_PEN : 0));
  hal_direction(directions ^ reversed);
}

/* Chooses the motors of the next step. The longer axis steps each time. */
static void choose_motors(void) {
  if (flags & (SLICE_PEN_UP | SLICE_PEN_DOWN)) {
    motors = MOTOR_PEN;
    return;
  }
  uint8_t next = 0;
  error_a += size_a;
  if (error_a >= size_longer) {
    error_a -= size_longer;
    next = MOTOR_A;
  }
  error_b += size_b;
  if (error_b >= size_longer) {
    error_b -= size_longer;
    next |= MOTOR_B;
  }
  motors = next;
}

static void load_slice(void) {
  const struct slice *slice = &slices[first];
  period = slice->period;
  change = slice->change;
  steps_left = slice->steps;
  flags = slice->flags;
  if (flags & SLICE_FIRST) begin_line(slice->entry);
  if (flags & SLICE_PEN_UP) directions |= MOTOR_PEN;
  if (flags & SLICE_PEN_DOWN) directions &= (uint8_t)~MOTOR_PEN;
}

/* Waits too long for the timer are cut; the rest is never too short for it. */
static uint16_t next_wait(void) {
  uint16_t ticks = wait_ticks > CORE_MAX_TICKS ? CORE_MAX_TICKS / 2 : (uint16_t)wait_ticks;
  wait_ticks -= ticks;
  return ticks;
}

static void set_wait(void) {
  uint32_t with_fraction = period + fraction;
  fraction = (uint8_t)with_fraction;
  wait_ticks = with_fraction >> 8;
}

static void count_steps(void) {
  if (motors & MOTOR_A) position_a += (directions & MOTOR_A) ? -1 : 1;
  if (motors & MOTOR_B) position_b += (directions & MOTOR_B) ? -1 : 1;
  if (motors & MOTOR_PEN) position_pen += (directions & MOTOR_PEN) ? -1 : 1;
}

uint16_t core_step_tick(void) {
  if (!running) return 0;
  if (wait_ticks > 0) return next_wait();
  if (armed != 0) {
    uint8_t hit = (uint8_t)(~(hal_switches() ^ armed_level) & armed);
    if (hit != 0) {
      switch_hit = hit;
      slice_ended = true;
      pending = 0;
      running = false;
      return 0;
    }
  }
  hal_step_begin(motors);
  count_steps();
  steps_left--;
  bool changes = false;
  if (steps_left > 0) {
    period += (uint32_t)change;
  } else {
    if (flags & SLICE_LAST) finished++;
    slice_ended = true;
    first = (uint8_t)(first + 1 < CORE_SLICES ? first + 1 : 0);
    pending--;
    if (pending == 0) {
      running = false;
      hal_step_end();
      return 0;
    }
    load_slice();
    changes = (flags & (SLICE_FIRST | SLICE_PEN_UP | SLICE_PEN_DOWN)) != 0;
  }
  choose_motors();
  set_wait();
  hal_step_end();
  if (changes) set_directions();
  return next_wait();
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
  if (running || pending == 0) return;
  motors_on();
  arm();
  load_slice();
  set_directions();
  choose_motors();
  set_wait();
  /* An alarm from before an abort must not come in between. */
  hal_lock();
  running = true;
  hal_start_steps(next_wait());
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
  pending = 0;
  running = false;
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
  *a = position_a;
  *b = position_b;
  hal_unlock();
}

void steps_set_position(int32_t a, int32_t b) {
  position_a = a;
  position_b = b;
}

int32_t steps_pen_position(void) {
  hal_lock();
  int32_t position = position_pen;
  hal_unlock();
  return position;
}
