/* Boards override these defaults in board.h. */
#ifndef CONFIG_H
#define CONFIG_H

#include "board.h"

/* Frequency of the step timer. It must be below 16 MHz; 1 to 4 MHz is enough. */
#ifndef CORE_TICK_HZ
#error "board.h must define CORE_TICK_HZ"
#endif

/* Maximum steps per second of a motor, which is also the upper bound of CONFIG MAX_SPEED. */
#ifndef CORE_MAX_STEP_RATE
#define CORE_MAX_STEP_RATE 100000
#endif

/* Size of the motion queue in commands. The banner reports it as "BUFFER 32". */
#ifndef CORE_QUEUE_LENGTH
#define CORE_QUEUE_LENGTH 32
#endif

/* Number of slices prepared ahead for the step interrupt. Each slice takes a few milliseconds. */
#ifndef CORE_SLICES
#define CORE_SLICES 8
#endif

/* Motion that replanning leaves unchanged. It must exceed the longest planner run, but it delays a STOP. */
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

/* Size of the input buffer in lines, and in bytes of compact commands. */
#ifndef CORE_INPUT_LINES
#define CORE_INPUT_LINES 16
#endif
#ifndef CORE_INPUT_BYTES
#define CORE_INPUT_BYTES 1024
#endif

/* Maximum length of a reply line, including the line feed. */
#define CORE_REPLY_BYTES 100

/* Whether CONFIG can assign pins. */
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
