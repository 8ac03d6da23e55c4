/* The motion queue: commands that were accepted and not carried out yet. Corners are passed without a stop. */
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
  /* A move to where the pen is. */
  ENTRY_NOTHING,
};

/* Current settings. `now`: in effect; `planned`: after everything in the queue. */
struct motion_state {
  int32_t speed;
  int32_t accel;
  /* The angle of a lowered pen, in thousandths of a degree. */
  int32_t pen_down;
};

extern struct motion_state now;
extern struct motion_state planned;
/* Commands carried out since counting began. */
extern uint32_t motion_done;

/* At a start: the place of the pen becomes the origin. */
void motion_init(void);

uint8_t motion_size(void);
bool motion_is_full(void);
/* `is_counted`: in motion_done. */
void motion_add(enum entry_kind kind, int32_t value, bool is_counted);
void motion_add_move(int32_t x, int32_t y, bool is_counted);
/* A line without acceleration, from rest, of `steps` times `period_us`. */
void motion_add_even_move(int32_t x, int32_t y, uint32_t steps, uint32_t period_us);

/* Brakes along the path and drops everything. Over when the queue is empty. */
void motion_halt(void);
/* Stops motors and pen at once and drops everything. */
void motion_freeze(void);

/* Carries out what is due. Returns the microseconds until it must be called again. */
uint32_t motion_poll(void);

/* Relative to the origin, also during a move. */
void motion_position(int32_t *x, int32_t *y);
/* Makes this place the origin. */
void motion_zero(void);
/* Where the pen stood when the board started, from the origin. */
extern int32_t started_x;
extern int32_t started_y;

#endif
