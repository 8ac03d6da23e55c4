/*
 * Runs the firmware in virtual time. Reads one order per line from standard input:
 *   x <hex>                  sends bytes, such as 4d4f5645
 *   t <microseconds>         advances the time
 *   i                        runs until idle
 *   r <bytes>                sets the free bytes for output; -1 for unlimited
 *   w <mask>                 sets the levels of the end switches
 *   p                        simulates power-up; settings are kept
 *   f <bytes>                lets power fail after this many bytes of a settings write; -1 for never
 *   b <slot> <offset> <hex>  changes a byte of the permanent memory
 * Writes "<microseconds> <line>" for each line of the firmware, and after each order
 * "= <microseconds> <A> <B> <pen> <servo us> <motors>".
 */
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static char out_line[256];
static uint16_t out_length;

static void write_byte(uint8_t byte) {
  if (byte != '\n') {
    if (out_length < sizeof out_line - 1) out_line[out_length++] = (char)byte;
    return;
  }
  out_line[out_length] = 0;
  out_length = 0;
  printf("%llu %s\n", (unsigned long long)machine.now, out_line);
}

static int hex_digit(char c) {
  const char *digits = "0123456789abcdef";
  const char *at = c == 0 ? 0 : strchr(digits, c);
  return at == 0 ? -1 : (int)(at - digits);
}

static void send_hex(const char *text) {
  for (; hex_digit(text[0]) >= 0 && hex_digit(text[1]) >= 0; text += 2) {
    uint8_t byte = (uint8_t)(hex_digit(text[0]) << 4 | hex_digit(text[1]));
    machine_send(&byte, 1);
  }
}

static void obey(const char *order) {
  const char *rest = order[1] == ' ' ? order + 2 : order + 1;
  char *end;
  switch (order[0]) {
    case 'x':
      send_hex(rest);
      break;
    case 't':
      machine_run(strtoull(rest, 0, 10));
      break;
    case 'i':
      machine_run_until_idle(100000000000000ull);
      break;
    case 'r':
      machine.room = (int32_t)strtol(rest, 0, 10);
      machine_run(0);
      break;
    case 'w':
      machine.switches = (uint8_t)strtoul(rest, 0, 10);
      break;
    case 'p':
      machine_start();
      break;
    case 'f':
      machine.power_fails_after = (int32_t)strtol(rest, 0, 10);
      break;
    case 'b': {
      unsigned long slot = strtoul(rest, &end, 10);
      unsigned long offset = strtoul(end, &end, 10);
      machine_memory[slot % 2][offset % sizeof machine_memory[0]] = (uint8_t)strtoul(end, 0, 16);
      break;
    }
    default:
      break;
  }
}

int main(int count, char **arguments) {
  static char order[65536];
  if (count > 1) machine.trace = fopen(arguments[1], "w");
  memset(machine_memory, 0xFF, sizeof machine_memory);
  machine.write = write_byte;
  machine_start();
  while (fgets(order, sizeof order, stdin) != 0) {
    obey(order);
    printf("= %llu %ld %ld %ld %u %d\n", (unsigned long long)machine.now, (long)machine.steps[0], (long)machine.steps[1],
           (long)machine.steps[2], machine.servo_us, machine.motors_on);
    fflush(stdout);
  }
  if (machine.trace != 0) fclose(machine.trace);
  return 0;
}
