/* Compile-time configuration. Boards override these defaults in board.h. */
#ifndef CONFIG_H
#define CONFIG_H

#include "board.h"

/* Frequency of the step timer: below 16 MHz; 1 to 4 MHz is enough. */
#ifndef CORE_TICK_HZ
#error "board.h must define CORE_TICK_HZ"
#endif

/* Maximum step rate per motor that the board supports. Upper bound of CONFIG MAX_SPEED. */
#ifndef CORE_MAX_STEP_RATE
#define CORE_MAX_STEP_RATE 100000
#endif

/* Capacity of the motion queue in commands. The banner reports it as "BUFFER 32". */
#ifndef CORE_QUEUE_LENGTH
#define CORE_QUEUE_LENGTH 32
#endif

/* Number of slices prepared ahead for the step interrupt. Each takes a few milliseconds. */
#ifndef CORE_SLICES
#define CORE_SLICES 8
#endif

/* Microseconds of motion that replanning leaves unchanged. Must exceed the longest planner run; delays a STOP. */
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

/* Capacity of the input buffer, in lines and in bytes of compact commands. */
#ifndef CORE_INPUT_LINES
#define CORE_INPUT_LINES 16
#endif
#ifndef CORE_INPUT_BYTES
#define CORE_INPUT_BYTES 1024
#endif

/* Maximum length of a reply line, including its line feed. */
#define CORE_REPLY_BYTES 100

/* Whether pins can be assigned by CONFIG. */
#ifndef CORE_HAS_PINS
#define CORE_HAS_PINS 0
#endif

/* Size of a settings slot. The core may use fewer bytes. */
#define CORE_SLOT_BYTES 128

/* Attribute of variables that keep their value over a reset, because start-up does not clear them. */
#ifndef CORE_KEPT
#define CORE_KEPT __attribute__((section(".noinit")))
#endif

#define CORE_VERSION "1.1.0"

#endif
