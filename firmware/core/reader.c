#include "reader.h"

struct line line;
static uint16_t characters;
static bool unprintable;
static bool lost;
static bool in_word;

char upper(char c) {
  return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

void reader_clear(void) {
  line.words = 0;
  characters = 0;
  unprintable = lost = in_word = false;
}

void reader_lost(void) {
  lost = true;
}

static enum line_state state_at_end(void) {
  if (lost) return LINE_BYTES_LOST;
  if (characters > MAX_LINE) return LINE_TOO_LONG;
  if (unprintable) return LINE_NOT_PRINTABLE;
  if (line.words > 0) return LINE_READ;
  reader_clear();
  return LINE_UNFINISHED;
}

static void take_character(char c) {
  if (c == ' ' || c == '\t') {
    in_word = false;
    return;
  }
  if (!in_word) {
    in_word = true;
    if (line.words < MAX_WORDS) line.length[line.words] = 0;
    if (line.words < 255) line.words++;
  }
  if (line.words > MAX_WORDS) return;
  uint8_t word = (uint8_t)(line.words - 1);
  if (line.length[word] < WORD_LENGTH) line.text[word][line.length[word]++] = word == 0 ? upper(c) : c;
  /* Store a later character that is not a digit, so that the cut word does not pass as a number. */
  else if (c < '0' || c > '9') line.text[word][WORD_LENGTH - 1] = c;
}

enum line_state reader_take(uint8_t byte) {
  if (byte == '\n') return state_at_end();
  if (byte == '\r') return LINE_UNFINISHED;
  if (characters <= MAX_LINE) characters++;
  if ((byte < 0x20 && byte != '\t') || byte > 0x7E) unprintable = true;
  else take_character((char)byte);
  return LINE_UNFINISHED;
}
