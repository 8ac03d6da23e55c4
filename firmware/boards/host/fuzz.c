/*
 * Usage: fuzz [lines] [seed]. Sends random and mutated lines to the firmware. Checks after each batch that the firmware
 * still replies and that its position matches the steps made. Run it with sanitizers.
 */
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "motion.h"
#include "settings.h"
#include "steps.h"

static uint64_t state;

/* SplitMix64. */
static uint64_t next_random(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static uint32_t below(uint32_t limit) {
  return (uint32_t)(next_random() % limit);
}

static const char *const seeds[] = {
    "PENUP", "PENDOWN", "STATUS", "VERSION", "SYNC 42", "STOP", "RESET", "HOME", "ZERO", "WAIT 3", "SPEED 20000",
    "SPEED 900", "ACCEL 400000", "ACCEL 5000", "SERVO 90", "PENHEIGHT", "PENHEIGHT 60.25", "BUFFER ON", "BUFFER ON",
    "BUFFER OFF", "CONFIG", "CONFIG KINEMATICS COREXY", "CONFIG KINEMATICS CARTESIAN", "CONFIG PEN STEPPER",
    "CONFIG PEN SOLENOID", "CONFIG PEN SERVO", "CONFIG SWAP_AXES ON", "CONFIG REVERSE_A ON", "CONFIG DEVIATION 0",
    "CONFIG MAX_SPEED 100000", "CONFIG LIMIT_X_MAX 100000000", "CONFIG DEFAULTS", "CONFIG PEN_UP_ANGLE 10",
    "CONFIG PEN_DOWN_ANGLE 180", "CONFIG ENABLE_TIMEOUT 1", "CONFIG PEN_STEPS 7", "CONFIG PEN_UP_MS 0",
    "CONFIG LANGUAGE PICO", "CONFIG LANGUAGE STATIONERY", "CONFIG SWITCHES LOW", "CONFIG SWITCHES OFF",
    "CONFIG HOMING ON", "X100", "Y-50", "SERVO_MODE CR", "PENUP_ANGLE 20", "PENDOWN_US 1500", "SERVO_STOP_US 1500",
    "PENUP_MS 5", "MOVE X999999999 Y-999999999", "MOVE X0 Y0",
};

static uint32_t make_line(uint8_t *line) {
  uint32_t kind = below(16);
  uint32_t length = 0;
  if (kind < 7) {
    length = (uint32_t)snprintf((char *)line, 64, "MOVE X%d Y%d", (int)below(400) - 200, (int)below(400) - 200);
  } else if (kind < 14) {
    const char *text = seeds[below(sizeof seeds / sizeof seeds[0])];
    length = (uint32_t)strlen(text);
    memcpy(line, text, length);
  } else {
    length = below(kind == 14 ? 12 : 400);
    for (uint32_t at = 0; at < length; at++) line[at] = (uint8_t)(below(4) ? 32 + below(95) : below(256));
  }
  for (uint32_t times = below(4) == 0 ? 1 + below(3) : 0; times > 0 && length > 0; times--) {
    uint32_t at = below(length);
    switch (below(3)) {
      case 0:
        line[at] = (uint8_t)below(256);
        break;
      case 1:
        memmove(line + at, line + at + 1, length - at - 1);
        length--;
        break;
      default:
        memmove(line + at + 1, line + at, length - at);
        line[at] = (uint8_t)(below(2) ? '0' + below(10) : 32 + below(95));
        length++;
    }
  }
  line[length++] = '\n';
  return length;
}

static bool was_answered;
static char last[16];
static uint8_t last_length;

static void hear(uint8_t byte) {
  if (byte != '\n') {
    if (last_length < sizeof last) last[last_length++] = (char)byte;
    return;
  }
  if (last_length >= 2 && memcmp(last, "OK", 2) == 0) was_answered = true;
  if (last_length >= 3 && memcmp(last, "ERR", 3) == 0) was_answered = true;
  last_length = 0;
}

static void fail(const char *reason, uint64_t lines) {
  fprintf(stderr, "after %llu lines: %s\n", (unsigned long long)lines, reason);
  abort();
}

static void uncounted(int32_t *a, int32_t *b) {
  int32_t counted_a, counted_b;
  steps_position(&counted_a, &counted_b);
  *a = (settings.reverse_a ? -machine.steps[0] : machine.steps[0]) - counted_a;
  *b = (settings.reverse_b ? -machine.steps[1] : machine.steps[1]) - counted_b;
}

/* Moves interrupted by a STOP must not lose steps. */
static void check_counting(uint64_t lines) {
  uint8_t text[64];
  int32_t a, b, a_after, b_after;
  uncounted(&a, &b);
  for (uint8_t times = 0; times < 4; times++) {
    int length = snprintf((char *)text, sizeof text, "MOVE X%d Y%d\n", (int)below(900) - 450, (int)below(900) - 450);
    machine_send(text, (uint32_t)length);
    machine_run(below(60000));
    machine_send((const uint8_t *)"STOP\n", 5);
    machine_run_until_idle(4000000000ull);
  }
  uncounted(&a_after, &b_after);
  if (a != a_after || b != b_after) fail("steps were lost", lines);
}

static void check(uint64_t lines) {
  static const uint8_t probe[] = "\nSTOP\nSTATUS\n";
  machine.switches = 0;
  machine.room = -1;
  machine_send(probe, sizeof probe - 1);
  was_answered = false;
  machine_run_until_idle(4000000000ull);
  machine_run(2000000);
  machine_send(probe, sizeof probe - 1);
  machine_run_until_idle(4000000000ull);
  machine_run(2000000);
  if (!was_answered) fail("no answer", lines);
  if (motion_size() > 0) fail("it does not come to rest", lines);
  check_counting(lines);
}

int main(int count, char **arguments) {
  uint64_t lines = count > 1 ? strtoull(arguments[1], 0, 10) : 100000;
  state = count > 2 ? strtoull(arguments[2], 0, 10) : 1;
  static uint8_t line[1024];
  memset(machine_memory, 0xFF, sizeof machine_memory);
  machine.write = hear;
  machine_start();
  for (uint64_t sent = 0; sent < lines; sent++) {
    machine_send(line, make_line(line));
    switch (below(32)) {
      case 0:
        machine_run(below(200000));
        break;
      case 1:
        machine.room = below(4) ? -1 : (int32_t)below(200);
        break;
      case 2:
        machine.switches = (uint8_t)below(4);
        break;
      case 3:
        if (below(50) == 0) machine_memory[below(2)][below(128)] ^= (uint8_t)(1 << below(8));
        if (below(200) == 0) machine_start();
        break;
      default:
        machine_run(below(2000));
    }
    if (sent % 5000 == 4999) check(sent + 1);
  }
  check(lines);
  printf("%llu lines, %llu s of virtual time\n", (unsigned long long)lines, (unsigned long long)(machine.now / 1000000));
  return 0;
}
