#ifndef BOARD_H
#define BOARD_H

#define CORE_BOARD "pico"
#define CORE_HAS_PINS 1

// The timer counts microseconds; the rest is carried on.
#define CORE_TICK_HZ 4000000
#define CORE_MAX_STEP_RATE 100000

#define CORE_INPUT_BYTES 4096

#endif
