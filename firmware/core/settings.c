#include "settings.h"

#include <stddef.h>

#include "hal.h"
#include "output.h"
#include "reader.h"
#include "text.h"
#include "command.h"

struct settings settings;

/* Allowed words, separated by `|`; 0 if the value is a number. */
struct row {
  const char *name;
  const char *words;
  uint8_t offset;
  uint8_t size;
  int32_t min;
  int32_t max;
  int32_t initial;
};

#define NAME(id, name) static const char name_##id[] CONSTANT = name;
NAME(language, "LANGUAGE")
NAME(kinematics, "KINEMATICS")
NAME(swap_axes, "SWAP_AXES")
NAME(reverse_a, "REVERSE_A")
NAME(reverse_b, "REVERSE_B")
NAME(reverse_pen, "REVERSE_PEN")
NAME(limit_x_min, "LIMIT_X_MIN")
NAME(limit_x_max, "LIMIT_X_MAX")
NAME(limit_y_min, "LIMIT_Y_MIN")
NAME(limit_y_max, "LIMIT_Y_MAX")
NAME(speed, "SPEED")
NAME(max_speed, "MAX_SPEED")
NAME(accel, "ACCEL")
NAME(max_accel, "MAX_ACCEL")
NAME(deviation, "DEVIATION")
NAME(pen, "PEN")
NAME(pen_up_angle, "PEN_UP_ANGLE")
NAME(pen_down_angle, "PEN_DOWN_ANGLE")
NAME(pen_up_ms, "PEN_UP_MS")
NAME(pen_down_ms, "PEN_DOWN_MS")
NAME(servo_0_us, "SERVO_0_US")
NAME(servo_180_us, "SERVO_180_US")
NAME(pen_steps, "PEN_STEPS")
NAME(pen_speed, "PEN_SPEED")
NAME(switches, "SWITCHES")
NAME(homing, "HOMING")
NAME(homing_speed, "HOMING_SPEED")
NAME(enable_timeout, "ENABLE_TIMEOUT")
NAME(languages, "STATIONERY|PICO")
NAME(machines, "CARTESIAN|COREXY")
NAME(pens, "SERVO|SOLENOID|STEPPER")
NAME(levels, "OFF|LOW|HIGH")
NAME(switched, "OFF|ON")

#define FIELD(field) offsetof(struct settings, field), sizeof(((struct settings *)0)->field)
#define WORDS(field, words, count) {name_##field, name_##words, FIELD(field), 0, (count) - 1, 0}
#define NUMBER(field, min, max, initial) {name_##field, 0, FIELD(field), min, max, initial}

#define FARTHEST 100000000L

#if CORE_HAS_PINS
NAME(pin_step_a, "PIN_STEP_A")
NAME(pin_step_b, "PIN_STEP_B")
NAME(pin_step_pen, "PIN_STEP_PEN")
NAME(pin_direction_a, "PIN_DIRECTION_A")
NAME(pin_direction_b, "PIN_DIRECTION_B")
NAME(pin_direction_pen, "PIN_DIRECTION_PEN")
NAME(pin_enable, "PIN_ENABLE")
NAME(pin_servo, "PIN_SERVO")
NAME(pin_solenoid, "PIN_SOLENOID")
NAME(pin_switch_x, "PIN_SWITCH_X")
NAME(pin_switch_y, "PIN_SWITCH_Y")
#define PIN(id, at, initial) {name_##id, 0, offsetof(struct settings, pins) + (at), 1, 0, NO_PIN, initial}
#endif

static const struct row rows[] CONSTANT = {
    WORDS(language, languages, 2),
    WORDS(kinematics, machines, 2),
    WORDS(swap_axes, switched, 2),
    WORDS(reverse_a, switched, 2),
    WORDS(reverse_b, switched, 2),
    WORDS(reverse_pen, switched, 2),
    NUMBER(limit_x_min, -FARTHEST, 0, -33600),
    NUMBER(limit_x_max, 0, FARTHEST, 33600),
    NUMBER(limit_y_min, -FARTHEST, 0, -23760),
    NUMBER(limit_y_max, 0, FARTHEST, 23760),
    NUMBER(speed, 1, CORE_MAX_STEP_RATE, 8000),
    NUMBER(max_speed, 1, CORE_MAX_STEP_RATE, 20000),
    NUMBER(accel, 1, 4000000, 80000),
    NUMBER(max_accel, 1, 4000000, 400000),
    NUMBER(deviation, 0, 1000000, 1600),
    WORDS(pen, pens, 3),
    NUMBER(pen_up_angle, 0, 179, 30),
    NUMBER(pen_down_angle, 1, 180, 90),
    NUMBER(pen_up_ms, 0, 10000, 120),
    NUMBER(pen_down_ms, 0, 10000, 150),
    NUMBER(servo_0_us, 400, 2600, 500),
    NUMBER(servo_180_us, 400, 2600, 2500),
    NUMBER(pen_steps, 1, 60000, 200),
    NUMBER(pen_speed, 1, 10000, 1000),
    WORDS(switches, levels, 3),
    WORDS(homing, switched, 2),
    NUMBER(homing_speed, 1, 60000, 1000),
    NUMBER(enable_timeout, 0, 3600, 0),
#if CORE_HAS_PINS
    PIN(pin_step_a, 0, CORE_PIN_STEP_A),
    PIN(pin_step_b, 1, CORE_PIN_STEP_B),
    PIN(pin_step_pen, 2, NO_PIN),
    PIN(pin_direction_a, 3, CORE_PIN_DIRECTION_A),
    PIN(pin_direction_b, 4, CORE_PIN_DIRECTION_B),
    PIN(pin_direction_pen, 5, NO_PIN),
    PIN(pin_enable, 6, CORE_PIN_ENABLE),
    PIN(pin_servo, 7, CORE_PIN_SERVO),
    PIN(pin_solenoid, 8, NO_PIN),
    PIN(pin_switch_x, 9, NO_PIN),
    PIN(pin_switch_y, 10, NO_PIN),
#endif
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void get_row(uint8_t setting, struct row *row) {
#ifdef __AVR__
  memcpy_P(row, &rows[setting], sizeof *row);
#else
  *row = rows[setting];
#endif
}

uint8_t settings_count(void) {
  return ROWS;
}

static int32_t get(const struct settings *from, const struct row *row) {
  const uint8_t *at = (const uint8_t *)from + row->offset;
  if (row->size == 1) return *at;
  if (row->size == 2) return *(const uint16_t *)(const void *)at;
  return *(const int32_t *)(const void *)at;
}

static void put(struct settings *to, const struct row *row, int32_t value) {
  uint8_t *at = (uint8_t *)to + row->offset;
  if (row->size == 1) *at = (uint8_t)value;
  else if (row->size == 2) *(uint16_t *)(void *)at = (uint16_t)value;
  else *(int32_t *)(void *)at = value;
}

static void set_defaults(struct settings *to) {
  struct row row;
  for (uint8_t setting = 0; setting < ROWS; setting++) {
    get_row(setting, &row);
    put(to, &row, row.initial);
  }
}

/*
 * The slot with the higher `number` is newer; each write goes to the older slot, so one valid slot remains if power fails.
 * `check` is a CRC over all other fields.
 */
struct slot {
  struct settings settings;
  uint8_t number;
  uint8_t size;
  uint16_t check;
};

_Static_assert(sizeof(struct slot) <= CORE_SLOT_BYTES, "the settings fit into their slot");

static uint16_t check_of(const struct slot *slot) {
  uint16_t crc = 0xFFFF;
  const uint8_t *bytes = (const uint8_t *)slot;
  for (uint8_t at = 0; at < offsetof(struct slot, check); at++) crc = crc16(crc, bytes[at]);
  return crc;
}

enum slot_state { SLOT_BLANK, SLOT_DAMAGED, SLOT_VALID };

/* A slot written by a different firmware version may have values out of range, and is not used. */
static bool are_in_range(const struct settings *from) {
  struct row row;
  for (uint8_t setting = 0; setting < ROWS; setting++) {
    get_row(setting, &row);
    int32_t value = get(from, &row);
    if (value < row.min || value > row.max) return false;
  }
  return from->pen_up_angle < from->pen_down_angle;
}

static enum slot_state read_slot(uint8_t which, struct slot *slot) {
  hal_settings_read(which, (uint8_t *)slot, sizeof *slot);
  const uint8_t *bytes = (const uint8_t *)slot;
  uint8_t at = 0;
  while (at < sizeof *slot && bytes[at] == 0xFF) at++;
  if (at == sizeof *slot) return SLOT_BLANK;
  bool valid = slot->size == sizeof(struct settings) && slot->check == check_of(slot) && are_in_range(&slot->settings);
  return valid ? SLOT_VALID : SLOT_DAMAGED;
}

static bool is_newer(uint8_t number, uint8_t than) {
  return (uint8_t)(number - than) < 128;
}

/* Returns false if no slot is valid and one is damaged. */
static bool read_stored(struct slot *slot, uint8_t *which) {
  struct slot other;
  enum slot_state first = read_slot(0, slot);
  enum slot_state second = read_slot(1, &other);
  *which = 0;
  if (second == SLOT_VALID && (first != SLOT_VALID || is_newer(other.number, slot->number))) {
    *slot = other;
    *which = 1;
    return true;
  }
  if (first == SLOT_VALID) return true;
  set_defaults(&slot->settings);
  slot->number = 0;
  *which = 1;
  return first == SLOT_BLANK && second == SLOT_BLANK;
}

bool settings_load(void) {
  struct slot slot;
  uint8_t which;
  bool valid = read_stored(&slot, &which);
  settings = slot.settings;
  return valid;
}

static void write_slot(struct slot *slot, uint8_t current) {
  slot->number++;
  slot->size = sizeof(struct settings);
  slot->check = check_of(slot);
  hal_settings_write(current ^ 1, (const uint8_t *)slot, sizeof *slot);
}

void setting_store(uint8_t setting, int32_t value) {
  struct slot slot;
  struct row row;
  uint8_t which;
  get_row(setting, &row);
  read_stored(&slot, &which);
  put(&slot.settings, &row, value);
  write_slot(&slot, which);
}

void settings_store_defaults(void) {
  struct slot slot;
  uint8_t which;
  read_stored(&slot, &which);
  set_defaults(&slot.settings);
  write_slot(&slot, which);
}

int8_t setting_named_by(uint8_t word) {
  struct row row;
  for (uint8_t setting = 0; setting < ROWS; setting++) {
    get_row(setting, &row);
    if (word_is(word, row.name)) return (int8_t)setting;
  }
  return -1;
}

bool setting_has_words(uint8_t setting) {
  struct row row;
  get_row(setting, &row);
  return row.words != 0;
}

int8_t setting_word(uint8_t setting, uint8_t word) {
  struct row row;
  get_row(setting, &row);
  const char *at = row.words;
  for (int8_t index = 0;; index++) {
    uint8_t length = 0;
    while (length < line.length[word] && upper(line.text[word][length]) == READ_CHAR(at + length)) length++;
    char end = READ_CHAR(at + length);
    if (length == line.length[word] && (end == 0 || end == '|')) return index;
    while (READ_CHAR(at) != 0 && READ_CHAR(at) != '|') at++;
    if (READ_CHAR(at) == 0) return -1;
    at++;
  }
}

static void out_word(const char *words, int32_t index) {
  for (; index > 0; words++) {
    if (READ_CHAR(words) == '|') index--;
  }
  for (char c; (c = READ_CHAR(words)) != 0 && c != '|'; words++) out_char(c);
}

void setting_out(uint8_t setting) {
  struct slot slot;
  struct row row;
  uint8_t which;
  get_row(setting, &row);
  read_stored(&slot, &which);
  out_text(row.name);
  out_char(' ');
  if (row.words != 0) out_word(row.words, get(&slot.settings, &row));
  else out_number(get(&slot.settings, &row));
}

void setting_out_usage(uint8_t setting) {
  struct row row;
  get_row(setting, &row);
  out_text(row.name);
  out_char(' ');
  out_text(row.words != 0 ? row.words : TEXT("<integer>"));
}

void setting_range(uint8_t setting, int32_t *min, int32_t *max) {
  struct slot slot;
  struct row row;
  uint8_t which;
  get_row(setting, &row);
  read_stored(&slot, &which);
  *min = row.min;
  *max = row.max;
  /* The pen-down angle must be larger than the pen-up angle. */
  if (row.offset == offsetof(struct settings, pen_up_angle)) *max = slot.settings.pen_down_angle - 1;
  if (row.offset == offsetof(struct settings, pen_down_angle)) *min = slot.settings.pen_up_angle + 1;
}

bool setting_is_usable(uint8_t setting, int32_t value) {
#if CORE_HAS_PINS
  struct slot slot;
  struct row row;
  uint8_t which;
  get_row(setting, &row);
  if (row.offset < offsetof(struct settings, pins) || value == NO_PIN) return true;
  if (!hal_pin_is_usable((uint8_t)value)) return false;
  read_stored(&slot, &which);
  for (uint8_t pin = 0; pin < PINS; pin++) {
    if (slot.settings.pins[pin] == value && pin != row.offset - offsetof(struct settings, pins)) return false;
  }
#else
  (void)setting;
  (void)value;
#endif
  return true;
}
