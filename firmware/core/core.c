#include "core.h"

#include "protocol.h"
#include "config.h"
#include "hal.h"
#include "homing.h"
#include "motion.h"
#include "motors.h"
#include "pen.h"
#include "pico.h"
#include "settings.h"
#include "steps.h"
#include "text.h"

static volatile uint8_t received[CORE_RECEIVE_BYTES];
/* Numbers of bytes put into and taken out of `received`, modulo 256. */
static volatile uint8_t put_in;
static volatile uint8_t taken_out;
/* Whether bytes were lost after the last byte in `received`. */
static volatile bool has_gap;
/* Marks a gap in `received`. */
enum { GAP = 0 };

_Static_assert((CORE_RECEIVE_BYTES & (CORE_RECEIVE_BYTES - 1)) == 0 && CORE_RECEIVE_BYTES <= 256, "a power of two");

uint16_t core_receive_room(void) {
  return (uint16_t)(CORE_RECEIVE_BYTES - 1 - (uint8_t)(put_in - taken_out));
}

static void put(uint8_t byte) {
  received[put_in % CORE_RECEIVE_BYTES] = byte;
  put_in++;
}

void core_receive(uint8_t byte) {
  if (core_receive_room() < (has_gap ? 2 : 1)) {
    has_gap = true;
    return;
  }
  if (has_gap) put(GAP);
  has_gap = false;
  /* Store a received 0 as 1, which is not printable either, because 0 marks a gap. */
  put(byte == GAP ? 1 : byte);
}

void core_receive_lost(void) {
  has_gap = true;
}

bool core_needs_poll(void) {
  return put_in != taken_out || steps_slice_ended();
}

static bool take_byte(uint8_t *byte) {
  if (put_in == taken_out) return false;
  *byte = received[taken_out % CORE_RECEIVE_BYTES];
  taken_out++;
  return true;
}

static void start(bool is_power_up, const char *note) {
  bool is_valid = settings_load();
  motors_off();
#if CORE_HAS_PINS
  struct hal_pins pins;
  uint8_t *pin = (uint8_t *)&pins;
  _Static_assert(sizeof pins == PINS, "one byte for each pin");
  for (uint8_t at = 0; at < PINS; at++) pin[at] = settings.pins[at];
  hal_pins(&pins);
#endif
  if (!pen_init(is_power_up)) note = TEXT("NOTE the pen may be down, lift it by hand");
  if (!is_valid) note = TEXT("NOTE settings were damaged, using defaults");
  pico_init();
  motion_init();
  reader_clear();
  protocol_start(note);
}

void core_init(enum core_start reason) {
  start(true, reason == START_WATCHDOG ? TEXT("NOTE restarted by the watchdog") : 0);
}

/* Restarts the machine, because the position is lost. */
static void fail(const char *note) {
  homing_cancel();
  motion_freeze();
  start(false, note);
}

/* Returns whether homing advanced or the machine restarted. */
static bool check_switches(void) {
  enum homing homing = homing_poll();
  if (homing == HOMING_FAILED) fail(TEXT("NOTE an end switch was not found"));
  else if (steps_switch() != 0 && !homing_is_active()) fail(TEXT("NOTE stopped by an end switch"));
  else return homing == HOMING_WENT_ON;
  return true;
}

/* Returns whether a line was complete. */
static bool read_line(void) {
  uint8_t byte;
  while (take_byte(&byte)) {
    if (protocol_is_starting()) continue;
    if (byte == GAP) {
      reader_lost();
      continue;
    }
    enum line_state state = reader_take(byte);
    if (state == LINE_UNFINISHED) continue;
    protocol_take_line(state);
    reader_clear();
    return true;
  }
  return false;
}

uint32_t core_poll(void) {
  for (;;) {
    hal_feed_watchdog();
    uint32_t wait = motion_poll();
    if (check_switches()) continue;
    if (protocol_wants_restart()) {
      fail(0);
      continue;
    }
    if (protocol_step() || read_line()) continue;
    uint32_t rest = motors_poll();
    return wait < rest ? wait : rest;
  }
}
