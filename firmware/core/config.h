/* Compile-time configuration. A board overrides it in its board.h. */
#ifndef CONFIG_H
#define CONFIG_H

#include "board.h"

/* Frequency of the step timer. Lower than 256 MHz / 16; 1 to 4 MHz is enough. */
#ifndef CORE_TICK_HZ
#error "board.h must define CORE_TICK_HZ"
#endif

/* Highest step rate of one motor that the board can keep up with: the upper bound of CONFIG MAX_SPEED. */
#ifndef CORE_MAX_STEP_RATE
#define CORE_MAX_STEP_RATE 100000
#endif

/* Commands in the motion queue, as in the banner's "BUFFER 32". */
#ifndef CORE_QUEUE_LENGTH
#define CORE_QUEUE_LENGTH 32
#endif

/* Slices prepared ahead for the step interrupt, each of a few milliseconds. */
#ifndef CORE_SLICES
#define CORE_SLICES 8
#endif

/* Microseconds of motion that are not planned again: the planner's longest turn, and the delay of a STOP. */
#ifndef CORE_LEFT_US
#ifdef __AVR__
#define CORE_LEFT_US 10000
#else
#define CORE_LEFT_US 4000
#endif
#endif

/* Bytes between core_receive and core_poll. A power of two, at most 256. */
#ifndef CORE_RECEIVE_BYTES
#define CORE_RECEIVE_BYTES 256
#endif

/* Lines that wait during a command, and the bytes that they may take in their compact form. */
#ifndef CORE_INPUT_LINES
#define CORE_INPUT_LINES 16
#endif
#ifndef CORE_INPUT_BYTES
#define CORE_INPUT_BYTES 1024
#endif

/* The longest line of a reply, with its line feed. */
#define CORE_REPLY_BYTES 100

/* Whether the pins are settings. */
#ifndef CORE_HAS_PINS
#define CORE_HAS_PINS 0
#endif

/* Size of a settings slot; the core uses fewer bytes. */
#define CORE_SLOT_BYTES 128

/* For variables that outlast a reset: they are not cleared by a start. */
#ifndef CORE_KEPT
#define CORE_KEPT __attribute__((section(".noinit")))
#endif

#define CORE_VERSION "1.1.0"

#endif
