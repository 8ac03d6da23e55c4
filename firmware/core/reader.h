/* Bytes in, words out. Only the beginning of each word is kept. */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

/* One more than a reply sends back, to tell a longer word. */
enum { WORD_LENGTH = 33, MAX_WORDS = 3, MAX_LINE = 255 };

enum line_state {
  LINE_UNFINISHED,
  LINE_READ,
  LINE_TOO_LONG,
  LINE_NOT_PRINTABLE,
  LINE_BYTES_LOST,
};

struct line {
  /* Number of words in the line, including those not kept. */
  uint8_t words;
  uint8_t length[MAX_WORDS];
  char text[MAX_WORDS][WORD_LENGTH];
};

extern struct line line;

/* An empty line is not a line: LINE_UNFINISHED. Call reader_clear after using a line. */
enum line_state reader_take(uint8_t byte);
/* Marks the line under way as incomplete. */
void reader_lost(void);
void reader_clear(void);

char upper(char c);

#endif
