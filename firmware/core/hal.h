/* Functions that a board implements. core_step_tick also calls the functions marked [interrupt]. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

/* A and B are X and Y on Cartesian machines. MOTOR_PEN is a stepper that lifts the pen. */
enum { MOTOR_A = 1, MOTOR_B = 2, MOTOR_PEN = 4 };

enum { SWITCH_X = 1, SWITCH_Y = 2 };

/* Returns the time in microseconds. It wraps around. */
uint32_t hal_micros(void);

/* The core starts a line only if hal_write_room is at least CORE_REPLY_BYTES. */
uint16_t hal_write_room(void);
void hal_write(uint8_t byte);

/* Starts the step timer, which calls core_step_tick after `ticks` of CORE_TICK_HZ. Replaces a pending alarm. */
void hal_start_steps(uint16_t ticks);

/* [interrupt] */
void hal_step_begin(uint8_t motors);
/* [interrupt] At least 2 us after hal_step_begin. */
void hal_step_end(void);
/* [interrupt] Motors in the mask run backwards. Direction pins must settle for 1 us before the next step. */
void hal_direction(uint8_t motors);

void hal_motors(bool on);
/* Outputs pulses of this width at 50 Hz. 0 stops the pulses. */
void hal_servo(uint16_t pulse_us);
void hal_solenoid(bool on);
/* [interrupt] Returns the switches whose input is high, whether or not that means pressed. */
uint8_t hal_switches(void);

/*
 * Permanent memory for settings: two slots of CORE_SLOT_BYTES, erased and written separately. If power fails during a
 * write, the other slot must stay intact. Writes may block, because the machine is then at rest.
 */
void hal_settings_read(uint8_t slot, uint8_t *bytes, uint8_t count);
void hal_settings_write(uint8_t slot, const uint8_t *bytes, uint8_t count);

#if CORE_HAS_PINS
bool hal_pin_is_usable(uint8_t pin);
/* Called at every start, with the motors off, before any other use of the pins. 255: unused. */
struct hal_pins {
  uint8_t step[3];
  uint8_t direction[3];
  uint8_t enable;
  uint8_t servo;
  uint8_t solenoid;
  uint8_t switches[2];
};
void hal_pins(const struct hal_pins *pins);
#endif

void hal_feed_watchdog(void);

/* Blocks the step interrupt. Calls do not nest and never come from the interrupt. */
void hal_lock(void);
void hal_unlock(void);

#endif
