#ifndef BOARD_H
#define BOARD_H

#define CORE_TICK_HZ 2000000
#define CORE_MAX_STEP_RATE 25000

// Smaller buffers for 2 KB of RAM.
#define CORE_QUEUE_LENGTH 16
#define CORE_RECEIVE_BYTES 128
#define CORE_INPUT_BYTES 200

#endif
