#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether CORE_REPLY_BYTES can be written. */
bool out_has_room(void);

/* `text`: made with TEXT(), which is in flash on the AVR. */
void out_text(const char *text);
void out_char(char c);
/* Writes characters from RAM. */
void out_chars(const char *chars, uint8_t count);
void out_number(int32_t value);
/* Writes thousandths without trailing zeros: 42500 as 42.5. */
void out_thousandths(int32_t value);
void out_end(void);

/* `text`: a TEXT(). */
void out_line(const char *text);
/* Writes a line with a CRC, such as "DONE 17 B838". */
void out_checked(const char *word, uint32_t count);

uint16_t crc16(uint16_t crc, uint8_t byte);

#endif
