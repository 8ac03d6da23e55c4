#include "homing.h"

#include "hal.h"
#include "motion.h"
#include "settings.h"
#include "steps.h"

/* Order of homing: X first, then Y. Each axis seeks its switch, then leaves it until it is released. */
enum stage { INACTIVE, PEN, SEEK_X, LEAVE_X, SEEK_Y, LEAVE_Y };

/* Maximum number of steps within which a switch must be released. */
enum { LEAVE_STEPS = 10000 };

static enum stage stage;

bool homing_is_set(void) {
#if CORE_HAS_PINS
  if (settings.pins[9] == NO_PIN || settings.pins[10] == NO_PIN) return false;
#endif
  return settings.homing && settings.switches != SWITCHES_OFF;
}

void homing_begin(void) {
  stage = PEN;
}

bool homing_is_active(void) {
  return stage != INACTIVE;
}

void homing_cancel(void) {
  stage = INACTIVE;
  steps_watch(0, false);
}

static void begin_way(void) {
  bool is_x = stage == SEEK_X || stage == LEAVE_X;
  bool seeks = stage == SEEK_X || stage == SEEK_Y;
  int32_t x, y;
  motion_position(&x, &y);
  int32_t range = is_x ? settings.limit_x_max - settings.limit_x_min : settings.limit_y_max - settings.limit_y_min;
  int32_t way = seeks ? -range : LEAVE_STEPS;
  int32_t speed = planned.speed;
  planned.speed = settings.homing_speed;
  steps_watch(is_x ? SWITCH_X : SWITCH_Y, seeks);
  motion_add_move(is_x ? x + way : x, is_x ? y : y + way, false);
  planned.speed = speed;
}

enum homing homing_poll(void) {
  bool was_hit = steps_switch() != 0;
  if (stage == INACTIVE || (!was_hit && motion_size() > 0)) return HOMING_UNCHANGED;
  if (stage != PEN && !was_hit) {
    homing_cancel();
    return HOMING_FAILED;
  }
  motion_freeze();
  if (stage == LEAVE_Y) {
    motion_zero();
    started_x = started_y = 0;
    homing_cancel();
    return HOMING_WENT_ON;
  }
  stage++;
  begin_way();
  return HOMING_WENT_ON;
}
