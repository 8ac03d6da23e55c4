/* The interface for boards. Nothing moves until a command asks for it. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdint.h>

enum core_start {
  START_POWER,
  /* The watchdog expired: reported to the host before the banner. */
  START_WATCHDOG,
};

/* Reads the settings, switches the motors off, lifts the pen; the banner follows from core_poll. */
void core_init(enum core_start reason);

/*
 * Does what is due: reads lines, answers, plans, prepares steps. Call it from the main loop, as often as it asks.
 * Returns the microseconds after which it must be called again, 0 for at once; sooner if core_needs_poll, and when
 * there is room for output again.
 */
uint32_t core_poll(void);
/* Whether an interrupt left something for core_poll: a byte, or a piece of motion that ended. Most steps do not. */
bool core_needs_poll(void);

/*
 * The step timer's interrupt: makes the step that is due. Returns the ticks from this interrupt's due time to the next,
 * or 0 to stop the timer. Steps end when this function returns.
 */
uint16_t core_step_tick(void);

/* One byte from the host, from an interrupt or from the main loop. If there is no room it is lost, and its line is refused. */
void core_receive(uint8_t byte);
/* How many bytes core_receive can take. A USB board leaves packets with the host until there is room. */
uint16_t core_receive_room(void);

/* A byte was lost before it reached core_receive, as by an overrun of the UART. */
void core_receive_lost(void);

#endif
