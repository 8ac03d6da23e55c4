/* Boards override these defaults in board.h. */
#ifndef CONFIG_H
#define CONFIG_H

#include "board.h"

/* Below 16 MHz; 1 to 4 MHz is enough. */
#ifndef CORE_TICK_HZ
#error "board.h must define CORE_TICK_HZ"
#endif

/* Per motor. Upper bound of CONFIG MAX_SPEED. */
#ifndef CORE_MAX_STEP_RATE
#define CORE_MAX_STEP_RATE 100000
#endif

/* In commands. The banner reports it as "BUFFER 32". */
#ifndef CORE_QUEUE_LENGTH
#define CORE_QUEUE_LENGTH 32
#endif

/* Prepared ahead for the step interrupt. Each takes a few milliseconds. */
#ifndef CORE_SLICES
#define CORE_SLICES 8
#endif

/* Motion that replanning leaves unchanged. Must exceed the longest planner run; delays a STOP. */
#ifndef CORE_LEFT_US
#ifdef __AVR__
#define CORE_LEFT_US 10000
#else
#define CORE_LEFT_US 4000
#endif
#endif

/* Size of the buffer between core_receive and core_poll. A power of two, at most 256. */
#ifndef CORE_RECEIVE_BYTES
#define CORE_RECEIVE_BYTES 256
#endif

/* In lines, and in bytes of compact commands. */
#ifndef CORE_INPUT_LINES
#define CORE_INPUT_LINES 16
#endif
#ifndef CORE_INPUT_BYTES
#define CORE_INPUT_BYTES 1024
#endif

/* Including the line feed. */
#define CORE_REPLY_BYTES 100

/* Pins can be assigned by CONFIG. */
#ifndef CORE_HAS_PINS
#define CORE_HAS_PINS 0
#endif

/* The core may use fewer bytes of a slot. */
#define CORE_SLOT_BYTES 128

/* Start-up does not clear these variables, so they keep their value over a reset. */
#ifndef CORE_KEPT
#define CORE_KEPT __attribute__((section(".noinit")))
#endif

#define CORE_VERSION "1.1.0"

#endif
