/* Keeps the first WORD_LENGTH characters of a word. */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

/* One more than MAX_TEXT, so that a reply can mark longer words as cut. */
enum { WORD_LENGTH = 33, MAX_WORDS = 3, MAX_LINE = 255 };

enum line_state {
  LINE_UNFINISHED,
  LINE_READ,
  LINE_TOO_LONG,
  LINE_NOT_PRINTABLE,
  LINE_BYTES_LOST,
};

struct line {
  /* Number of words. Only the first MAX_WORDS are stored. */
  uint8_t words;
  uint8_t length[MAX_WORDS];
  char text[MAX_WORDS][WORD_LENGTH];
};

extern struct line line;

/* Returns LINE_UNFINISHED for an empty line. Call reader_clear after using a line. */
enum line_state reader_take(uint8_t byte);
void reader_lost(void);
void reader_clear(void);

char upper(char c);

#endif
