/* Outputs the steps of slices, using only additions. */
#ifndef STEPS_H
#define STEPS_H

#include <stdbool.h>
#include <stdint.h>

struct path {
  int32_t a;
  int32_t b;
};

enum { SLICE_FIRST = 1, SLICE_LAST = 2, SLICE_PEN_UP = 4, SLICE_PEN_DOWN = 8 };

/* The step period changes by a constant amount per step. */
struct slice {
  /* Step period in 1/256 tick, and its change per step. */
  uint32_t period;
  int32_t change;
  /* Planner state at the start of the slice: steps into the line, and squared speed. */
  uint32_t done;
  float squared;
  uint16_t steps;
  /* Index of the move in the motion queue. */
  uint8_t entry;
  uint8_t flags;
};

void steps_clear(void);

/* Returns a free slice, or 0 if the buffer is full. After steps_push, the interrupt owns the slice. */
struct slice *steps_free_slice(void);
void steps_push(void);
/* Removes the slices more than CORE_LEFT_US ahead. Returns the first of them, readable until the next push, or 0. */
const struct slice *steps_take_back(void);
/* Has no effect while the timer runs or if no slice is pending. */
void steps_run(void);
bool steps_are_idle(void);
/* Stops without braking, so motors in motion may lose steps. */
void steps_abort(void);

/* Whether a slice has ended since the last call of steps_finished_lines. */
bool steps_slice_ended(void);
/* Returns the number of lines finished since the last call. */
uint8_t steps_finished_lines(void);
/* Returns the switch that stopped the motion, or 0 if none did. */
uint8_t steps_switch(void);
/*
 * Stops the next motion when one of these switches is pressed, or released if `until_pressed` is false. With 0, any
 * switch that becomes pressed stops the motion. A switch already pressed at the start is ignored.
 */
void steps_watch(uint8_t switches, bool until_pressed);

void steps_position(int32_t *a, int32_t *b);
void steps_set_position(int32_t a, int32_t b);
int32_t steps_pen_position(void);
void steps_set_pen_position(int32_t place);

/* Implemented by the motion queue and called from the interrupt. */
const struct path *motion_path(uint8_t entry);

#endif
