#include "machine.h"

#include <string.h>

#include "config.h"
#include "core.h"
#include "hal.h"
#include "motion.h"

struct machine machine = {.room = -1, .power_fails_after = -1};
uint8_t machine_memory[2][CORE_SLOT_BYTES];

static bool timer_runs;
static uint64_t tick_at;
static uint8_t directions;
static uint8_t raised;

uint32_t hal_micros(void) {
  return (uint32_t)machine.now;
}

uint16_t hal_write_room(void) {
  return machine.room < 0 ? 4096 : (uint16_t)machine.room;
}

void hal_write(uint8_t byte) {
  if (machine.room > 0) machine.room--;
  if (machine.write != 0) machine.write(byte);
}

void hal_start_steps(uint16_t ticks) {
  timer_runs = true;
  tick_at = machine.now + ticks;
}

static void note(char what, int32_t value) {
  if (machine.trace == 0) return;
  fprintf(machine.trace, "%llu %c %ld\n", (unsigned long long)machine.now, what, (long)value);
}

void hal_step_begin(uint8_t motors) {
  if (raised != 0) note('!', raised);
  raised = motors;
  for (uint8_t motor = 0; motor < 3; motor++) {
    if (motors & (1 << motor)) machine.steps[motor] += directions & (1 << motor) ? -1 : 1;
  }
  note('s', motors);
}

void hal_step_end(void) {
  raised = 0;
}

void hal_direction(uint8_t motors) {
  directions = motors;
  note('d', motors);
}

void hal_motors(bool on) {
  machine.motors_on = on;
  note('m', on);
}

void hal_servo(uint16_t pulse_us) {
  machine.servo_us = pulse_us;
  note('p', pulse_us);
}

void hal_solenoid(bool on) {
  machine.solenoid = on;
  note('c', on);
}

uint8_t hal_switches(void) {
  return machine.switches;
}

void hal_settings_read(uint8_t slot, uint8_t *bytes, uint8_t count) {
  memcpy(bytes, machine_memory[slot], count);
}

void hal_settings_write(uint8_t slot, const uint8_t *bytes, uint8_t count) {
  int32_t fails_after = machine.power_fails_after;
  memset(machine_memory[slot], 0xFF, CORE_SLOT_BYTES);
  memcpy(machine_memory[slot], bytes, fails_after < 0 || fails_after > count ? count : (size_t)fails_after);
}

void hal_feed_watchdog(void) {}
void hal_lock(void) {}
void hal_unlock(void) {}

void machine_start(void) {
  timer_runs = false;
  raised = 0;
  core_init(START_POWER);
}

void machine_send(const uint8_t *bytes, uint32_t count) {
  for (uint32_t at = 0; at < count; at++) {
    if (core_receive_room() == 0) core_poll();
    core_receive(bytes[at]);
  }
  core_poll();
}

static void tick(void) {
  uint16_t ticks = core_step_tick();
  timer_runs = ticks > 0;
  tick_at += ticks;
}

/* Returns false if the next event is after `until`. */
static bool run_on(uint64_t until) {
  uint32_t wait = core_poll();
  uint64_t poll_at = machine.now + (wait > 0 ? wait : 1);
  while (timer_runs && tick_at < poll_at && !core_needs_poll()) {
    if (tick_at > until) return false;
    machine.now = tick_at;
    tick();
  }
  if (core_needs_poll()) return true;
  if (poll_at > until) return false;
  machine.now = poll_at;
  return true;
}

void machine_run(uint64_t micros) {
  uint64_t until = machine.now + micros;
  while (run_on(until)) {
  }
  machine.now = until;
  core_poll();
}

void machine_run_until_idle(uint64_t at_most) {
  uint64_t until = machine.now + at_most;
  core_poll();
  while ((timer_runs || motion_size() > 0) && run_on(until)) {
    core_poll();
  }
}
