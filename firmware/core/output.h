/* Lines to the host. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether one step of a reply, of at most CORE_REPLY_BYTES, can be written. */
bool out_has_room(void);

/* `text` is a TEXT(). */
void out_text(const char *text);
void out_char(char c);
/* Characters in RAM. */
void out_chars(const char *chars, uint8_t count);
void out_number(int32_t value);
/* Thousandths, without zeros at the end: 42.5. */
void out_thousandths(int32_t value);
void out_end(void);

/* A whole line. */
void out_line(const char *text);
/* "DONE 17 B838": the word, a number and their check. */
void out_checked(const char *word, uint32_t count);

uint16_t crc16(uint16_t crc, uint8_t byte);

#endif
