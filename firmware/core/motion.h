/* Accepted commands that are not finished. The machine passes corners without stopping. */
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
  ENTRY_NOTHING,
};

/* `now` is in effect; `planned` takes effect after the last queued command. */
struct motion_state {
  int32_t speed;
  int32_t accel;
  /* In thousandths of a degree. */
  int32_t pen_down;
};

extern struct motion_state now;
extern struct motion_state planned;
/* Counted commands that have finished since the last reset of this counter. */
extern uint32_t motion_done;

/* The current position becomes the origin. */
void motion_init(void);

uint8_t motion_size(void);
bool motion_is_full(void);
/* `is_counted`: motion_done counts this command. */
void motion_add(enum entry_kind kind, int32_t value, bool is_counted);
void motion_add_move(int32_t x, int32_t y, bool is_counted);
/* Takes `steps` * `period_us` microseconds, without ramps. */
void motion_add_even_move(int32_t x, int32_t y, uint32_t steps, uint32_t period_us);

/* Brakes along the path and discards the queue. The halt has ended when motion_size returns 0. */
void motion_halt(void);
/* Stops at once, without braking, and discards the queue. */
void motion_freeze(void);

/* Returns the microseconds until the next call. */
uint32_t motion_poll(void);

/* Returns the position relative to the origin, also during a move. */
void motion_position(int32_t *x, int32_t *y);
void motion_zero(void);
/* Start position, relative to the current origin. */
extern int32_t started_x;
extern int32_t started_y;

#endif
