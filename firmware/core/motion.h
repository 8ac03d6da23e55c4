/* The motion queue: accepted commands that are not finished. The machine passes corners without stopping. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h>
#include <stdint.h>

enum entry_kind {
  ENTRY_MOVE,
  ENTRY_PEN,
  ENTRY_WAIT,
  ENTRY_SPEED,
  ENTRY_ACCEL,
  ENTRY_HEIGHT,
  /* A move to the current position. */
  ENTRY_NOTHING,
};

/* Modal state. `now` is in effect; `planned` takes effect after the last queued command. */
struct motion_state {
  int32_t speed;
  int32_t accel;
  /* Pen-down angle in thousandths of a degree. */
  int32_t pen_down;
};

extern struct motion_state now;
extern struct motion_state planned;
/* Number of counted commands that have finished since the last reset of this counter. */
extern uint32_t motion_done;

/* Clears the queue. The current position becomes the origin. */
void motion_init(void);

uint8_t motion_size(void);
bool motion_is_full(void);
/* `is_counted`: motion_done counts this command. */
void motion_add(enum entry_kind kind, int32_t value, bool is_counted);
void motion_add_move(int32_t x, int32_t y, bool is_counted);
/* Adds a move at constant speed that takes `steps` * `period_us` microseconds. Starts and ends without a ramp. */
void motion_add_even_move(int32_t x, int32_t y, uint32_t steps, uint32_t period_us);

/* Brakes along the path and discards the queue. The halt has ended when motion_size returns 0. */
void motion_halt(void);
/* Stops motors and pen at once, without braking, and discards the queue. */
void motion_freeze(void);

/* Executes queued commands that are due. Returns the microseconds until the next call. */
uint32_t motion_poll(void);

/* Returns the current position relative to the origin, also during a move. */
void motion_position(int32_t *x, int32_t *y);
/* Makes the current position the origin. */
void motion_zero(void);
/* Position at start-up, relative to the current origin. */
extern int32_t started_x;
extern int32_t started_y;

#endif
