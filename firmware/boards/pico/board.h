#ifndef BOARD_H
#define BOARD_H

#define CORE_HAS_PINS 1

// The hardware timer counts microseconds; set_step_alarm carries the remaining ticks over.
#define CORE_TICK_HZ 4000000

// Default pins. CONFIG can change them.
#define CORE_PIN_STEP_A 2
#define CORE_PIN_DIRECTION_A 3
#define CORE_PIN_STEP_B 4
#define CORE_PIN_DIRECTION_B 5
#define CORE_PIN_ENABLE 6
#define CORE_PIN_SERVO 7

#define CORE_INPUT_BYTES 4096

#endif
