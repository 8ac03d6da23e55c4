/* Changes take effect at the next start. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

enum { LANGUAGE_STATIONERY, LANGUAGE_PICO };
enum { KINEMATICS_CARTESIAN, KINEMATICS_COREXY };
enum { PEN_SERVO, PEN_SOLENOID, PEN_STEPPER };
enum { SWITCHES_OFF, SWITCHES_LOW, SWITCHES_HIGH };
enum { NO_PIN = 255, PINS = 11 };

struct settings {
  uint8_t language;
  uint8_t kinematics;
  uint8_t swap_axes;
  uint8_t reverse_a;
  uint8_t reverse_b;
  uint8_t reverse_pen;
  int32_t limit_x_min;
  int32_t limit_x_max;
  int32_t limit_y_min;
  int32_t limit_y_max;
  int32_t speed;
  int32_t max_speed;
  int32_t accel;
  int32_t max_accel;
  int32_t deviation;
  uint8_t pen;
  uint8_t pen_up_angle;
  uint8_t pen_down_angle;
  uint16_t pen_up_ms;
  uint16_t pen_down_ms;
  uint16_t servo_0_us;
  uint16_t servo_180_us;
  uint16_t pen_steps;
  uint16_t pen_speed;
  uint8_t switches;
  uint8_t homing;
  uint16_t homing_speed;
  uint16_t enable_timeout;
#if CORE_HAS_PINS
  /* Step pins of A, B and pen; direction pins of A, B and pen; enable, servo, solenoid; switches of X and Y. */
  uint8_t pins[PINS];
#endif
};

/* The settings as read at the last start. */
extern struct settings settings;

/* Uses the defaults if no slot is valid. Returns false if slots were written but none is valid. */
bool settings_load(void);

uint8_t settings_count(void);
/* Returns the setting that this word of `line` names, or -1 if it is unknown. */
int8_t setting_named_by(uint8_t word);
bool setting_has_words(uint8_t setting);
/* Returns the index of a word of `line` among the allowed words, or -1 if it is not allowed. */
int8_t setting_word(uint8_t setting, uint8_t word);

/* Writes "NAME value", with the value in permanent memory. */
void setting_out(uint8_t setting);
/* Writes "NAME OFF|ON" or "NAME <integer>". */
void setting_out_usage(uint8_t setting);

/* Returns the allowed range, which may depend on the other stored settings. */
void setting_range(uint8_t setting, int32_t *min, int32_t *max);
/* Returns false if the value conflicts with other settings, for example a pin in use. */
bool setting_is_usable(uint8_t setting, int32_t value);
void setting_store(uint8_t setting, int32_t value);
void settings_store_defaults(void);

#endif
