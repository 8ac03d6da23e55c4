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
  /* In 1/256 tick: the first period, and how much each is longer than the one before. */
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

/* Whether a slice can be added; 0 if not. The slice belongs to the interrupt after steps_push. */
struct slice *steps_free_slice(void);
void steps_push(void);
/* Takes back the slices behind the next few. Returns the first of them, which stays readable until the next push. */
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
/* An end switch that was armed ended the motion. */
uint8_t steps_switch(void);
/* Ends the next motion when these switches are pressed, or when they are released. 0: as usual, by a switch that is
 * pressed on the way; one that is pressed already may be left. */
void steps_watch(uint8_t switches, bool until_pressed);

void steps_position(int32_t *a, int32_t *b);
void steps_set_position(int32_t a, int32_t b);
int32_t steps_pen_position(void);
void steps_set_pen_position(int32_t place);

/* The line of a slice, provided by the motion queue. Called from the interrupt. */
const struct path *motion_path(uint8_t entry);

#endif
