/* The functions that a board implements. Those marked [interrupt] are also called from core_step_tick. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

/* Motors as bits of a mask. CoreXY: A and B; Cartesian: X and Y. MOTOR_PEN: a stepper that lifts the pen. */
enum { MOTOR_A = 1, MOTOR_B = 2, MOTOR_PEN = 4 };

/* End switches as bits of a mask. */
enum { SWITCH_X = 1, SWITCH_Y = 2 };

/* Microseconds since power-up; wraps around. */
uint32_t hal_micros(void);

/* Output to the host. The core writes a line only if there is room for CORE_REPLY_BYTES. */
uint16_t hal_write_room(void);
void hal_write(uint8_t byte);

/* Starts the step timer: core_step_tick is called after so many ticks of CORE_TICK_HZ. Replaces an alarm that is still set. */
void hal_start_steps(uint16_t ticks);

/* [interrupt] Raises the step pins of these motors. */
void hal_step_begin(uint8_t motors);
/* [interrupt] Lowers all step pins, not earlier than 2 us after hal_step_begin. */
void hal_step_end(void);
/* [interrupt] Motors in the mask run backwards from the next step on. At least 1 us before hal_step_begin. */
void hal_direction(uint8_t motors);

/* The enable pin of the drivers. */
void hal_motors(bool on);
/* Pulse width of the pen servo at 50 Hz; 0 for no pulses. */
void hal_servo(uint16_t pulse_us);
/* The coil of a pen solenoid. */
void hal_solenoid(bool on);
/* [interrupt] End switches whose input is high. The core knows which level means pressed. */
uint8_t hal_switches(void);

/*
 * Permanent memory for settings: two slots of CORE_SLOT_BYTES that are erased and written one at a time. Power may fail
 * at any moment of a write; the other slot must stay intact. A write may block while the machine is at rest.
 */
void hal_settings_read(uint8_t slot, uint8_t *bytes, uint8_t count);
void hal_settings_write(uint8_t slot, const uint8_t *bytes, uint8_t count);

#if CORE_HAS_PINS
/* Whether a setting may name this pin. */
bool hal_pin_is_usable(uint8_t pin);
/* Called at every start, with the motors off and before any other use of the pins. 255 stands for "not connected". */
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

/* Restarts the watchdog's time. Called by core_poll. */
void hal_feed_watchdog(void);

/* Keeps the step interrupt out. The pair does not nest and is never called from the interrupt. */
void hal_lock(void);
void hal_unlock(void);

#endif
