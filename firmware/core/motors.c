#include "motors.h"

#include <stdbool.h>

#include "hal.h"
#include "motion.h"
#include "settings.h"

/* Longest time until the next motors_poll, in microseconds. */
static const uint32_t soon = 1000000;

static bool are_on;
static uint32_t last_used;

void motors_off(void) {
  hal_motors(false);
  are_on = false;
}

void motors_on(void) {
  last_used = hal_micros();
  if (!are_on) hal_motors(true);
  are_on = true;
}

uint32_t motors_poll(void) {
  if (!are_on || settings.enable_timeout == 0) return soon;
  if (motion_size() > 0) {
    last_used = hal_micros();
    return soon;
  }
  uint32_t idle = hal_micros() - last_used;
  uint32_t allowed = settings.enable_timeout * 1000000u;
  if (idle < allowed) return allowed - idle < soon ? allowed - idle : soon;
  motors_off();
  return soon;
}
