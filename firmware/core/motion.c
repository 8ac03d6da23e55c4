#include "motion.h"

#include "arithmetic.h"
#include "config.h"
#include "hal.h"
#include "kinematics.h"
#include "pen.h"
#include "settings.h"
#include "steps.h"

/* Speeds are along the path, in steps a second. */
struct entry {
  /* A move. Others have a value in `a`. */
  struct path path;
  small_float speed;
  /* 0: none, the speed is there at once. */
  small_float accel;
  /* At most this fast into it, because of the corner. */
  small_float corner;
  /* So fast into it. */
  small_float entry;
  uint8_t kind;
};

enum { COUNTED = 0x80, KIND = 0x7F };

/* Microseconds. */
static const uint32_t forever = 1000000;

/* Slices take about this long. */
static const float slice_seconds = 0.004f;

struct motion_state now;
struct motion_state planned;
uint32_t motion_done;
int32_t started_x;
int32_t started_y;

static struct entry queue[CORE_QUEUE_LENGTH];
static uint8_t head;
static uint8_t size;
/* Where the last entry ends, in motor steps. */
static int32_t planned_a;
static int32_t planned_b;
/* The direction of the last move; none: the next one begins at rest. */
static bool has_last;
static float last_x, last_y;
static small_float last_speed, last_accel;
static bool halting;
/* A pen command or a wait is under way. */
static bool begun;
static uint32_t begun_at;

/* How far slices are made: the entry counted from the head, steps done in it, and the square of the speed there. */
static uint8_t slicing;
static uint32_t sliced;
static float squared;

static struct entry *entry_at(uint8_t index) {
  return &queue[(uint8_t)((head + index) % CORE_QUEUE_LENGTH)];
}

static uint8_t kind_at(uint8_t index) {
  return entry_at(index)->kind & KIND;
}

const struct path *motion_path(uint8_t entry) {
  return &queue[entry].path;
}

/* Carried out in no time, without a stop. */
static bool is_passed(uint8_t kind) {
  return kind >= ENTRY_SPEED;
}

/* The next move at or behind an index that is reached without a stop; `size` if there is none. */
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

/* The length on the paper. */
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

/* The square of the speed into the next line by its deviation: v2 = a d s / (1 - s), s the sine of half the angle. */
static small_float corner_speed(float x, float y, small_float speed, small_float accel) {
  if (!has_last || settings.deviation == 0) return 0;
  small_float top = speed < last_speed ? speed : last_speed;
  small_float lesser = accel < last_accel ? accel : last_accel;
  float cosine = last_x * x + last_y * y;
  float cross = last_x * y - last_y * x;
  /* 1 - cosine loses its digits for small angles. */
  float rest = cosine > 0 ? cross * cross / (1 + cosine) : 1 - cosine;
  float half = square_root(larger(0, 1 + cosine) / 2);
  float gap = rest / 2 / (1 + half);
  float limit = from_small(lesser) * (float)settings.deviation * 0.001f * half;
  if (limit >= gap * squared_speed(top)) return top;
  return to_small(square_root(limit / gap));
}

static float reach(const struct entry *entry, float squared_start, float length) {
  return squared_start + 2 * from_small(entry->accel) * length;
}

/* The move that slices were made up to, and the square of the speed that can be reached at its beginning. */
static uint8_t first_unsliced(float *reachable) {
  if (sliced == 0) {
    *reachable = squared;
    return move_from(slicing);
  }
  const struct entry *entry = entry_at(slicing);
  uint32_t whole = longer_axis(entry);
  *reachable = reach(entry, squared, length_of(entry) * (float)(whole - sliced) / (float)whole);
  return move_from((uint8_t)(slicing + 1));
}

/*
 * Sets the entries of moves that are not sliced to what the way behind them allows, from the last one on. Returns the
 * first move that the planning must go on from: unless `all`, everything before a corner at full speed stays as it is.
 */
static uint8_t look_back(bool all) {
  uint8_t from = size;
  float exit_squared = 0;
  for (uint8_t index = size; index-- > slicing;) {
    struct entry *entry = entry_at(index);
    uint8_t kind = entry->kind & KIND;
    if (is_passed(kind)) continue;
    if (kind != ENTRY_MOVE || (index == slicing && sliced > 0)) break;
    small_float before = entry->entry;
    float possible = reach(entry, exit_squared, length_of(entry));
    entry->entry = squared_speed(entry->corner) <= possible ? entry->corner : to_small(square_root(possible));
    from = index;
    if (entry->corner == 0) break;
    if (!all && before == entry->corner && exit_squared > 0) break;
    exit_squared = squared_speed(entry->entry);
  }
  return from;
}

/* Lowers the entries of moves to what the way before them allows. */
static void look_forward(uint8_t from) {
  float reachable;
  uint8_t index = first_unsliced(&reachable);
  if (from < size && (from > index || index == size)) {
    index = from;
    reachable = squared_speed(entry_at(from)->entry);
  }
  while (index < size) {
    struct entry *entry = entry_at(index);
    if (squared_speed(entry->entry) > reachable) entry->entry = to_small(square_root(reachable));
    reachable = reach(entry, squared_speed(entry->entry), length_of(entry));
    index = move_from((uint8_t)(index + 1));
  }
}

/* Undoes slices that were not begun, so that they can be made again. */
static void take_back(void) {
  const struct slice *slice = steps_take_back();
  if (slice == 0) return;
  slicing = (uint8_t)((slice->entry + CORE_QUEUE_LENGTH - head) % CORE_QUEUE_LENGTH);
  sliced = slice->done;
  squared = slice->squared;
}

static void plan(void) {
  float reachable;
  uint8_t first = first_unsliced(&reachable);
  float before = sliced == 0 ? squared : squared_speed(entry_at(first)->entry);
  uint8_t from = look_back(false);
  /* Behind a pen command nothing is sliced yet. */
  float possible = first < size ? squared_speed(entry_at(first)->entry) : 0;
  /* Slices that brake for a stop that is no longer there are made again. */
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
  return entry;
}

/* No motor may be faster than the board. */
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

/* The steps of a slice, so that it takes about its time and its speed does not change by more than a quarter. */
static uint32_t slice_steps(float start, float change, float accel, float at_most) {
  float root = square_root(start);
  float wanted = root * slice_seconds;
  if (accel > 0) {
    float to_rest = start / (2 * accel);
    float few = change > 0 ? to_rest / 2 : to_rest / 3;
    if (change != 0) wanted = smaller(wanted, few);
  }
  wanted = smaller(wanted, at_most);
  return wanted < 1 ? 1 : wanted > 50000 ? 50000 : (uint32_t)wanted;
}

/* Makes the periods of `steps` steps that take `seconds` while the square of the speed goes from `start` to `end`. */
static void set_periods(struct slice *slice, uint32_t steps, float seconds, float start, float end) {
  const float ticks = 256.0f * (float)CORE_TICK_HZ;
  float count = (float)steps;
  float change = 0;
  if (steps > 1 && start != end) {
    float half_step = (end - start) / (2 * count);
    float first = ticks / square_root(start + half_step);
    float last = ticks / square_root(end - half_step);
    change = (last - first) / (count - 1);
  }
  slice->change = (int32_t)change;
  float period = ticks * seconds / count - (float)slice->change * (count - 1) / 2;
  slice->period = period < 512 ? 512 : period > 4.2e9f ? 4200000000u : (uint32_t)(period + 0.5f);
  slice->steps = (uint16_t)steps;
}

/*
 * The next piece of the move under way: faster up to `top`, evenly, and slower down to `exit` at the end. All in steps of
 * the longer axis, and squares of speeds, which grow evenly with the way. Returns the square at the end of the piece.
 */
static float cut_slice(struct slice *slice, float top, float exit, float accel, uint32_t rest) {
  float way = (float)rest;
  float start = squared;
  if (accel <= 0) {
    uint32_t steps = slice_steps(top, 0, 0, way);
    set_periods(slice, steps, (float)steps / square_root(top), top, top);
    return top;
  }
  /* Rounding may leave a little less way than braking needs. */
  if (start - exit > 2 * accel * way) accel = (start - exit) / (2 * way);
  float peak = smaller(larger(top, start), (start + exit) / 2 + accel * way);
  peak = larger(peak, larger(start, exit));
  float speed_up = (peak - start) / (2 * accel);
  float slow_down = way - (peak - exit) / (2 * accel);
  uint32_t steps;
  if (speed_up >= 1) steps = slice_steps(start, 1, accel, speed_up);
  else if (slow_down >= 1) steps = start < 0.95f * peak ? 1 : slice_steps(peak, 0, accel, slow_down);
  else steps = slice_steps(start, -1, accel, way);
  float count = (float)steps;
  float rising = smaller(count, speed_up);
  float even = larger(0, smaller(count, slow_down) - rising);
  float falling = count - rising - even;
  float fast_squared = rising < speed_up ? start + 2 * accel * rising : peak;
  float end = falling > 0 ? larger(0, peak - 2 * accel * falling) : fast_squared;
  if (steps == rest) end = exit;
  float fast = square_root(fast_squared);
  float seconds = 0;
  if (rising > 0) seconds += 2 * rising / (square_root(start) + fast);
  if (even > 0) seconds += even / fast;
  if (falling > 0) seconds += 2 * falling / (fast + square_root(end));
  set_periods(slice, steps, seconds, start, end);
  return end;
}

/* Prepares the next slice. False if the slices reach as far as they can. */
static bool make_slice(void) {
  if (sliced == 0) {
    uint8_t next = move_from(slicing);
    if (next == size) return false;
    slicing = next;
  }
  struct slice *slice = steps_free_slice();
  if (slice == 0) return false;
  const struct entry *entry = entry_at(slicing);
  uint32_t whole = longer_axis(entry);
  uint32_t rest = whole - sliced;
  /* Path steps in one step of the longer axis. */
  float scale = length_of(entry) / (float)whole;
  float per_square = 1 / (scale * scale);
  float accel = from_small(entry->accel) / scale;
  float top = squared_speed(entry->speed) * per_square;
  uint8_t next = move_from((uint8_t)(slicing + 1));
  float exit = next < size ? squared_speed(entry_at(next)->entry) * per_square : 0;
  float start = squared;
  squared = start * per_square;
  uint32_t way = rest;
  bool is_braking = halting && accel > 0;
  if (is_braking) {
    if (!(squared > 0)) {
      squared = start;
      return false;
    }
    float braking = squared / (2 * accel);
    top = squared;
    exit = 0;
    if (braking < (float)rest) way = (uint32_t)braking + (braking > (float)(uint32_t)braking);
    else if (next < size) exit = larger(0, squared - 2 * accel * (float)rest);
  } else if (halting) {
    return false;
  }
  slice->done = sliced;
  slice->squared = start;
  slice->entry = (uint8_t)((head + slicing) % CORE_QUEUE_LENGTH);
  slice->flags = sliced == 0 ? SLICE_FIRST : 0;
  float end = cut_slice(slice, top, exit, accel, way);
  bool is_at_end = sliced + slice->steps == whole;
  squared = accel <= 0 || (is_at_end && next == size) ? 0 : end * scale * scale;
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

/* Carries out what takes no time. */
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

/* Carries out a pen command or a wait. Returns the microseconds until it is over. */
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
