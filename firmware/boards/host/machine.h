/* A simulated board in virtual time, for tests. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct machine {
  /* Virtual time, in microseconds. */
  uint64_t now;
  /* Position of each motor. */
  int32_t steps[3];
  uint16_t servo_us;
  bool solenoid;
  bool motors_on;
  uint8_t switches;
  /* Free bytes for output; negative for unlimited. */
  int32_t room;
  /* Log of time-stamped steps and pin changes; 0 for no log. */
  FILE *trace;
  void (*write)(uint8_t byte);
  /* Power fails after this many bytes of a settings write; negative for never. */
  int32_t power_fails_after;
};

extern struct machine machine;

/* Simulates power-up. Settings are kept. */
void machine_start(void);
void machine_send(const uint8_t *bytes, uint32_t count);
void machine_run(uint64_t micros);
/* Runs until the motors are at rest and the motion queue is empty, for at most `at_most` microseconds. */
void machine_run_until_idle(uint64_t at_most);

/* Permanent memory for settings, which tests may corrupt or erase. */
extern uint8_t machine_memory[2][128];

#endif
