#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stdint.h>

enum core_start {
  START_POWER,
  /* Reported to the host before the banner. */
  START_WATCHDOG,
};

/* Lifts the pen. core_poll then sends the banner. */
void core_init(enum core_start reason);

/*
 * Call it from the main loop. Returns the microseconds until the next call is due; 0 for at once. Call it earlier if
 * core_needs_poll returns true or the output buffer has room again.
 */
uint32_t core_poll(void);
/* Returns true if a byte arrived or a slice ended. Most steps do not end a slice. */
bool core_needs_poll(void);

/*
 * Call it from the interrupt of the step timer. Returns the ticks from the due time of this interrupt to the due time of
 * the next, or 0 to stop the timer. Step pulses have ended when it returns.
 */
uint16_t core_step_tick(void);

/* May be called from an interrupt or the main loop. Without room, drops the byte and refuses its line. */
void core_receive(uint8_t byte);
/* Returns how many bytes core_receive has room for. USB boards leave packets with the host until there is room. */
uint16_t core_receive_room(void);

/* Reports that bytes were lost before the next core_receive, such as by a UART overrun. */
void core_receive_lost(void);

#endif
