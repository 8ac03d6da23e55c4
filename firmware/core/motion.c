#include "motion.h"

#include "arithmetic.h"
#include "config.h"
#include "hal.h"
#include "kinematics.h"
#include "pen.h"
#include "settings.h"
#include "steps.h"

/* A queued command. Speed and acceleration are along the path, in steps/s and steps/s^2. */
struct entry {
  /* Motor steps of a move. Other kinds store their value in `path.a`. */
  struct path path;
  small_float speed;
  /* 0: constant speed, without a ramp. */
  small_float accel;
  /* Squares of the maximum entry speed, limited by the corner, and of the planned one. */
  small_square corner;
  small_square entry;
  /* Increase of the squared speed over the whole move. */
  float gain;
  uint8_t kind;
};

enum { COUNTED = 0x80, KIND = 0x7F };

/* Longest time until the next motion_poll, in microseconds. */
static const uint32_t forever = 1000000;

static const float slice_seconds = 0.004f;

struct motion_state now;
struct motion_state planned;
uint32_t motion_done;
int32_t started_x;
int32_t started_y;

static struct entry queue[CORE_QUEUE_LENGTH];
static uint8_t head;
static uint8_t size;
/* Target of the last entry, in motor steps. */
static int32_t planned_a;
static int32_t planned_b;
/* Whether the last entry is a move. If not, the next move starts at rest. */
static bool has_last;
static float last_x, last_y;
static small_float last_speed, last_accel;
static bool halting;
/* A pen command or a wait has begun and has not ended. */
static bool begun;
static uint32_t begun_at;

/* End of the last slice: entry index from the head, steps into that entry, and squared speed. */
static uint8_t slicing;
static uint32_t sliced;
static float squared;

/* Values of the line being sliced, per step of its longer axis. Cached because divisions are slow on the AVR. */
static struct {
  bool is_known;
  /* Path length per step of the longer axis, and the factor from squared path speed to squared axis speed. */
  float scale;
  float per_square;
  float top;
  /* Increase of the squared speed per step, and its inverse. Both are 0 at constant speed. */
  float growth;
  float per_growth;
} sliced_line;

static struct entry *entry_at(uint8_t index) {
  return &queue[(uint8_t)((head + index) % CORE_QUEUE_LENGTH)];
}

static uint8_t kind_at(uint8_t index) {
  return entry_at(index)->kind & KIND;
}

const struct path *motion_path(uint8_t entry) {
  return &queue[entry].path;
}

/* Whether the command takes no time and does not interrupt motion. */
static bool is_passed(uint8_t kind) {
  return kind >= ENTRY_SPEED;
}

/* Returns the next move from `index` on, or `size` if a pen command or wait comes first. */
static uint8_t move_from(uint8_t index) {
  while (index < size && is_passed(kind_at(index))) index++;
  return index < size && kind_at(index) == ENTRY_MOVE ? index : size;
}

static uint32_t magnitude(int32_t steps) {
  return steps < 0 ? 0u - (uint32_t)steps : (uint32_t)steps;
}

static uint32_t longer_axis(const struct entry *entry) {
  uint32_t a = magnitude(entry->path.a);
  uint32_t b = magnitude(entry->path.b);
  return a > b ? a : b;
}

/* Returns the length on the paper, in steps. */
static float length_of(const struct entry *entry) {
  float x, y;
  direction_of(&entry->path, &x, &y);
  return square_root(x * x + y * y);
}

static uint32_t larger_time(uint32_t one, uint32_t other) {
  return one > other ? one : other;
}

static float squared_speed(small_float speed) {
  return squared_of(from_small(speed));
}

static void forget_plan(void) {
  has_last = false;
  slicing = 0;
  sliced = 0;
  squared = 0;
}

static void drop_all(void) {
  size = 0;
  begun = halting = false;
  forget_plan();
  steps_position(&planned_a, &planned_b);
  planned = now;
}

void motion_init(void) {
  now.speed = settings.speed < settings.max_speed ? settings.speed : settings.max_speed;
  now.accel = settings.accel < settings.max_accel ? settings.accel : settings.max_accel;
  now.pen_down = pen_down_angle();
  motion_done = 0;
  started_x = started_y = 0;
  steps_clear();
  drop_all();
}

uint8_t motion_size(void) {
  return size;
}

bool motion_is_full(void) {
  return size >= CORE_QUEUE_LENGTH;
}

void motion_position(int32_t *x, int32_t *y) {
  struct path motors;
  steps_position(&motors.a, &motors.b);
  place_of(&motors, x, y);
}

void motion_zero(void) {
  int32_t x, y;
  motion_position(&x, &y);
  started_x -= x;
  started_y -= y;
  steps_set_position(0, 0);
  planned_a = planned_b = 0;
}

/*
 * Returns the squared corner speed for DEVIATION d and acceleration a: v^2 = a d s / (1 - s), with s = sine of half the
 * corner angle.
 */
static small_square corner_speed(float x, float y, small_float speed, small_float accel) {
  if (!has_last || settings.deviation == 0) return 0;
  small_float top = speed < last_speed ? speed : last_speed;
  small_float lesser = accel < last_accel ? accel : last_accel;
  float cosine = last_x * x + last_y * y;
  float cross = last_x * y - last_y * x;
  /* For small angles, 1 - cosine would lose precision. */
  float rest = cosine > 0 ? cross * cross / (1 + cosine) : 1 - cosine;
  float half = square_root(larger(0, 1 + cosine) / 2);
  float gap = rest / 2 / (1 + half);
  float limit = from_small(lesser) * (float)settings.deviation * 0.001f * half;
  float top_squared = squared_speed(top);
  return to_square(limit >= gap * top_squared ? top_squared : limit / gap);
}

/* Returns the first move without slices, and the highest squared speed that can be reached at its start. */
static uint8_t first_unsliced(float *reachable) {
  if (sliced == 0) {
    *reachable = squared;
    return move_from(slicing);
  }
  const struct entry *entry = entry_at(slicing);
  uint32_t whole = longer_axis(entry);
  *reachable = squared + entry->gain * (float)(whole - sliced) / (float)whole;
  return move_from((uint8_t)(slicing + 1));
}

/*
 * Sets the entry speeds of unsliced moves, from last to first, so that the machine can brake in time. Returns the first
 * move it has set. Stops at a corner already at its maximum speed, unless `all` is set.
 */
static uint8_t look_back(bool all) {
  uint8_t from = size;
  float exit_squared = 0;
  for (uint8_t index = size; index-- > slicing;) {
    struct entry *entry = entry_at(index);
    uint8_t kind = entry->kind & KIND;
    if (is_passed(kind)) continue;
    if (kind != ENTRY_MOVE || (index == slicing && sliced > 0)) break;
    small_square before = entry->entry;
    small_square possible = to_square(exit_squared + entry->gain);
    entry->entry = entry->corner < possible ? entry->corner : possible;
    from = index;
    if (entry->corner == 0) break;
    if (!all && before == entry->corner && exit_squared > 0) break;
    exit_squared = from_square(entry->entry);
  }
  return from;
}

/* Lowers entry speeds to those that acceleration over the preceding moves can reach. */
static void look_forward(uint8_t from) {
  float reachable;
  uint8_t index = first_unsliced(&reachable);
  if (from < size && (from > index || index == size)) {
    index = from;
    reachable = from_square(entry_at(from)->entry);
  }
  while (index < size) {
    struct entry *entry = entry_at(index);
    small_square possible = to_square(reachable);
    if (entry->entry > possible) entry->entry = possible;
    reachable = from_square(entry->entry) + entry->gain;
    index = move_from((uint8_t)(index + 1));
  }
}

/* Takes back slices that have not started, so that they can be planned again. */
static void take_back(void) {
  const struct slice *slice = steps_take_back();
  if (slice == 0) return;
  slicing = (uint8_t)((slice->entry + CORE_QUEUE_LENGTH - head) % CORE_QUEUE_LENGTH);
  sliced = slice->done;
  squared = slice->squared;
  sliced_line.is_known = false;
}

static void plan(void) {
  float reachable;
  uint8_t first = first_unsliced(&reachable);
  float before = sliced == 0 ? squared : from_square(entry_at(first)->entry);
  uint8_t from = look_back(false);
  /* Moves after a pen command have no slices yet. */
  float possible = first < size ? from_square(entry_at(first)->entry) : 0;
  /* Replan slices that brake for a stop if a new move has removed that stop. */
  bool is_braked = sliced == 0 || before < 0.998f * reachable;
  if (possible > before * 1.002f && is_braked) {
    take_back();
    from = look_back(true);
  }
  look_forward(from);
}

static struct entry *append(enum entry_kind kind, bool is_counted) {
  struct entry *entry = entry_at(size++);
  entry->kind = (uint8_t)(kind | (is_counted ? COUNTED : 0));
  return entry;
}

void motion_add(enum entry_kind kind, int32_t value, bool is_counted) {
  append(kind, is_counted)->path.a = value;
  if (kind == ENTRY_SPEED) planned.speed = value;
  else if (kind == ENTRY_ACCEL) planned.accel = value;
  else if (kind == ENTRY_HEIGHT) planned.pen_down = value;
  else has_last = false;
}

static struct entry *append_line(int32_t x, int32_t y, bool is_counted) {
  struct path target;
  motors_of(x, y, &target);
  struct path path = {target.a - planned_a, target.b - planned_b};
  if (path.a == 0 && path.b == 0) {
    append(ENTRY_NOTHING, is_counted);
    return 0;
  }
  planned_a = target.a;
  planned_b = target.b;
  struct entry *entry = append(ENTRY_MOVE, is_counted);
  entry->path = path;
  entry->corner = entry->entry = 0;
  entry->gain = 0;
  return entry;
}

/* Limits the speed, because no motor may exceed CORE_MAX_STEP_RATE. */
static small_float speed_along(const struct entry *entry, float length, float speed) {
  float fastest = (float)CORE_MAX_STEP_RATE * length / (float)longer_axis(entry);
  return to_small(smaller(speed, fastest));
}

void motion_add_move(int32_t x, int32_t y, bool is_counted) {
  struct entry *entry = append_line(x, y, is_counted);
  if (entry == 0) return;
  float dx, dy;
  direction_of(&entry->path, &dx, &dy);
  float length = length_of(entry);
  dx /= length;
  dy /= length;
  entry->speed = speed_along(entry, length, (float)planned.speed);
  entry->accel = to_small((float)planned.accel);
  entry->gain = 2 * from_small(entry->accel) * length;
  entry->corner = corner_speed(dx, dy, entry->speed, entry->accel);
  last_x = dx;
  last_y = dy;
  last_speed = entry->speed;
  last_accel = entry->accel;
  has_last = true;
  plan();
}

void motion_add_even_move(int32_t x, int32_t y, uint32_t steps, uint32_t period_us) {
  struct entry *entry = append_line(x, y, false);
  if (entry == 0) return;
  float length = length_of(entry);
  entry->speed = speed_along(entry, length, 1e6f * length / (float)steps / (float)period_us);
  entry->accel = 0;
  has_last = false;
}

static void load_line(const struct entry *entry) {
  sliced_line.is_known = true;
  sliced_line.scale = length_of(entry) / (float)longer_axis(entry);
  sliced_line.per_square = 1 / squared_of(sliced_line.scale);
  sliced_line.top = squared_speed(entry->speed) * sliced_line.per_square;
  sliced_line.growth = sliced_line.per_growth = 0;
  if (entry->accel == 0) return;
  sliced_line.growth = 2 * from_small(entry->accel) / sliced_line.scale;
  sliced_line.per_growth = 1 / sliced_line.growth;
}

/* `few` limits the steps so that the speed changes by at most a quarter. */
static uint32_t slice_steps(float speed, float few, float at_most) {
  float wanted = smaller(smaller(speed * slice_seconds, few), at_most);
  return wanted < 1 ? 1 : wanted > 50000 ? 50000 : (uint32_t)wanted;
}

/* A slice takes `seconds`; its squared speed increases by `growth` per step. */
static void set_periods(struct slice *slice, uint32_t steps, float seconds, float growth) {
  const float ticks = 256.0f * (float)CORE_TICK_HZ;
  float count = (float)steps;
  float mean = steps == 1 ? seconds : seconds / count;
  float period = ticks * mean;
  slice->change = 0;
  if (steps > 1 && growth != 0) {
    /* Derivative of the period at the middle of the slice. */
    slice->change = (int32_t)(-0.5f * period * growth * mean * mean);
    period -= 0.5f * (float)slice->change * (count - 1);
  }
  slice->period = period < 512 ? 512 : period > 4.2e9f ? 4200000000u : (uint32_t)(period + 0.5f);
  slice->steps = (uint16_t)steps;
}

/*
 * A line accelerates to `top`, cruises, and brakes to `exit` at its end. Speeds are squared, because squared speed changes
 * linearly with distance. Returns the squared speed at the end of the slice.
 */
static float cut_slice(struct slice *slice, float start, float top, float exit, uint32_t rest) {
  float way = (float)rest;
  float growth = sliced_line.growth;
  float per_growth = sliced_line.per_growth;
  const float many = 1e9f;
  if (growth <= 0) {
    float speed = square_root(top);
    uint32_t steps = slice_steps(speed, many, way);
    set_periods(slice, steps, (float)steps / speed, 0);
    return top;
  }
  /* Rounding may leave slightly less distance than braking needs. */
  if (start - exit > growth * way) {
    growth = (start - exit) / way;
    per_growth = way / (start - exit);
  }
  float peak = smaller(larger(top, start), 0.5f * (start + exit + growth * way));
  peak = larger(peak, larger(start, exit));
  float speed_up = (peak - start) * per_growth;
  float slow_down = way - (peak - exit) * per_growth;
  float start_speed = square_root(start);
  float to_rest = start * per_growth;
  float change = 0;
  uint32_t steps;
  if (speed_up >= 1) {
    steps = slice_steps(start_speed, 0.5f * to_rest, speed_up);
    change = growth;
  } else if (slow_down >= 1) {
    steps = start < 0.95f * peak ? 1 : slice_steps(start_speed, many, slow_down);
  } else {
    steps = slice_steps(start_speed, 0.33f * to_rest, way);
    change = -growth;
  }
  float count = (float)steps;
  float rising = smaller(count, speed_up);
  float even = larger(0, smaller(count, slow_down) - rising);
  float falling = count - rising - even;
  float fast_squared = rising < speed_up ? start + growth * rising : peak;
  float end = falling > 0 ? larger(0, peak - growth * falling) : fast_squared;
  if (steps == rest) end = exit;
  float fast = rising > 0 ? square_root(fast_squared) : start_speed;
  float seconds = 0;
  if (rising > 0) seconds += 2 * rising / (start_speed + fast);
  if (even > 0) seconds += even / fast;
  if (falling > 0) seconds += 2 * falling / (fast + square_root(end));
  set_periods(slice, steps, seconds, change);
  return end;
}

/* Returns false if the slice buffer is full or no more motion can be sliced. */
static bool make_slice(void) {
  if (sliced == 0) {
    uint8_t next = move_from(slicing);
    if (next == size) return false;
    slicing = next;
  }
  struct slice *slice = steps_free_slice();
  if (slice == 0) return false;
  const struct entry *entry = entry_at(slicing);
  if (sliced == 0 || !sliced_line.is_known) load_line(entry);
  uint32_t whole = longer_axis(entry);
  uint32_t way = whole - sliced;
  uint8_t next = move_from((uint8_t)(slicing + 1));
  float exit = next < size ? from_square(entry_at(next)->entry) * sliced_line.per_square : 0;
  float start = squared * sliced_line.per_square;
  float top = sliced_line.top;
  if (halting) {
    /* Brake from here. A line at constant speed stops without braking. */
    if (!(start > 0) || sliced_line.growth <= 0) return false;
    float braking = start * sliced_line.per_growth;
    top = start;
    exit = 0;
    if (braking < (float)way) way = (uint32_t)braking + (braking > (float)(uint32_t)braking);
    else if (next < size) exit = larger(0, start - sliced_line.growth * (float)way);
  }
  slice->done = sliced;
  slice->squared = squared;
  slice->entry = (uint8_t)((head + slicing) % CORE_QUEUE_LENGTH);
  slice->flags = sliced == 0 ? SLICE_FIRST : 0;
  float end = cut_slice(slice, start, top, exit, way);
  bool is_at_end = sliced + slice->steps == whole;
  bool is_at_rest = sliced_line.growth <= 0 || (is_at_end && next == size);
  squared = is_at_rest ? 0 : end * squared_of(sliced_line.scale);
  sliced += slice->steps;
  if (is_at_end) {
    slice->flags |= SLICE_LAST;
    slicing++;
    sliced = 0;
  }
  steps_push();
  return true;
}

void motion_freeze(void) {
  steps_abort();
  pen_interrupt();
  steps_finished_lines();
  drop_all();
}

static void remove_first(void) {
  if (queue[head].kind & COUNTED) motion_done++;
  head = (uint8_t)((head + 1) % CORE_QUEUE_LENGTH);
  size--;
  if (slicing > 0) slicing--;
}

static void pass_entries(void) {
  while (size > 0 && is_passed(kind_at(0))) {
    const struct entry *entry = entry_at(0);
    int32_t value = entry->path.a;
    switch (entry->kind & KIND) {
      case ENTRY_SPEED:
        now.speed = value;
        break;
      case ENTRY_ACCEL:
        now.accel = value;
        break;
      case ENTRY_HEIGHT:
        now.pen_down = value;
        break;
      default:
        break;
    }
    remove_first();
  }
}

static void remove_finished(void) {
  for (uint8_t count = steps_finished_lines(); count > 0; count--) {
    pass_entries();
    remove_first();
  }
}

void motion_halt(void) {
  remove_finished();
  pass_entries();
  if (size == 0) return;
  if (kind_at(0) != ENTRY_MOVE) {
    pen_interrupt();
    drop_all();
    return;
  }
  halting = true;
  take_back();
}

/* Carries out a pen command or a wait. Returns the remaining microseconds. */
static uint32_t carry_out(const struct entry *entry) {
  int32_t value = entry->path.a;
  bool is_pen = (entry->kind & KIND) == ENTRY_PEN;
  if (!begun) {
    begun = true;
    begun_at = hal_micros();
    if (is_pen) pen_begin(value);
  }
  if (is_pen) return pen_has_arrived() ? 0 : larger_time(pen_time_left(), 100);
  uint32_t elapsed = hal_micros() - begun_at;
  uint32_t whole = (uint32_t)value * 1000u;
  return elapsed < whole ? whole - elapsed : 0;
}

static void finish_halt(void) {
  remove_finished();
  drop_all();
}

uint32_t motion_poll(void) {
  remove_finished();
  for (;;) {
    if (halting) {
      while (make_slice()) {
      }
      steps_run();
      if (steps_are_idle()) finish_halt();
      return forever;
    }
    pass_entries();
    if (size == 0) return forever;
    if (kind_at(0) == ENTRY_MOVE) {
      while (make_slice()) {
      }
      steps_run();
      return forever;
    }
    uint32_t left = carry_out(entry_at(0));
    if (left > 0) return left < forever ? left : forever;
    begun = false;
    remove_first();
  }
}
