/* Constant texts and tables. On the AVR, they stay in flash instead of RAM. */
#ifndef TEXT_H
#define TEXT_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define CONSTANT PROGMEM
#define TEXT(text) PSTR(text)
#define READ_CHAR(at) ((char)pgm_read_byte(at))
#define READ_BYTE(at) pgm_read_byte(at)
#define READ_WORD(at) pgm_read_word(at)
#define READ_LONG(at) ((int32_t)pgm_read_dword(at))
#else
#define CONSTANT
#define TEXT(text) (text)
#define READ_CHAR(at) (*(at))
#define READ_BYTE(at) (*(at))
#define READ_WORD(at) (*(at))
#define READ_LONG(at) (*(at))
#endif

#endif
