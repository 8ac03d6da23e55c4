/* A board in virtual time, for tests: motors that count steps, switches, permanent memory. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct machine {
  /* Microseconds since power-up. */
  uint64_t now;
  /* Steps really made, by motor. */
  int32_t steps[3];
  uint16_t servo_us;
  bool solenoid;
  bool motors_on;
  uint8_t switches;
  /* Below 0: always room for output. */
  int32_t room;
  /* Time-stamped steps and outputs; 0 for none. */
  FILE *trace;
  /* Called for each byte of output. */
  void (*write)(uint8_t byte);
  /* Bytes of a settings write that reach the memory before the power fails; below 0: all. */
  int32_t power_fails_after;
};

extern struct machine machine;

/* Power-up. Settings stay. */
void machine_start(void);
void machine_send(const uint8_t *bytes, uint32_t count);
void machine_run(uint64_t micros);
/* Runs until the motors stand still and nothing is due, for at most `at_most` microseconds. */
void machine_run_until_idle(uint64_t at_most);

/* Permanent memory, to be damaged, kept or blanked. */
extern uint8_t machine_memory[2][128];

#endif
