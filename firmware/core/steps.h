/* The step interrupt: makes the steps of slices, with additions only. */
#ifndef STEPS_H
#define STEPS_H

#include <stdbool.h>
#include <stdint.h>

/* Motor steps of a line. */
struct path {
  int32_t a;
  int32_t b;
};

enum { SLICE_FIRST = 1, SLICE_LAST = 2, SLICE_PEN_UP = 4, SLICE_PEN_DOWN = 8 };

/* A piece of a line, during which the period changes evenly. */
struct slice {
  /* In 1/256 tick: the first period, and its increase per step. */
  uint32_t period;
  int32_t change;
  /* The planner's state at its beginning: steps done in the line, and the square of the speed. */
  uint32_t done;
  float squared;
  uint16_t steps;
  /* The line's place in the motion queue. */
  uint8_t entry;
  uint8_t flags;
};

void steps_clear(void);

/* Returns the slice to fill next; 0 if there is no room. It belongs to the interrupt after steps_push. */
struct slice *steps_free_slice(void);
void steps_push(void);
/* Removes all but the next few slices. Returns the first one removed, which stays readable until the next push. */
const struct slice *steps_take_back(void);
/* Starts the timer if it has stopped and there is something to do. */
void steps_run(void);
/* No slice is left, and the timer has stopped. */
bool steps_are_idle(void);
/* Stops at once: after a fault, and for the pen's motor. Steps may be lost. */
void steps_abort(void);

/* A slice has ended since the last call of steps_finished_lines. */
bool steps_slice_ended(void);
/* Lines that have ended since the last call. */
uint8_t steps_finished_lines(void);
/* The end switches that ended the motion; 0 if none did. */
uint8_t steps_switch(void);
/* Ends the next motion when these switches are pressed, or released if not `until_pressed`. With 0, any switch that
 * becomes pressed ends it; the machine may move off a switch that is already pressed. */
void steps_watch(uint8_t switches, bool until_pressed);

void steps_position(int32_t *a, int32_t *b);
void steps_set_position(int32_t a, int32_t b);
int32_t steps_pen_position(void);
void steps_set_pen_position(int32_t place);

/* The line of a slice, provided by the motion queue. Called from the interrupt. */
const struct path *motion_path(uint8_t entry);

#endif
