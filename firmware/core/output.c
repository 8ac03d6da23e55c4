#include "output.h"

#include "config.h"
#include "hal.h"
#include "text.h"

static uint16_t check;

bool out_has_room(void) {
  return hal_write_room() >= CORE_REPLY_BYTES;
}

/* CRC-16/CCITT-FALSE. */
uint16_t crc16(uint16_t crc, uint8_t byte) {
  crc = (uint16_t)(crc ^ ((uint16_t)byte << 8));
  for (uint8_t bit = 0; bit < 8; bit++) {
    crc = (uint16_t)((uint16_t)(crc << 1) ^ ((crc & 0x8000u) ? 0x1021u : 0u));
  }
  return crc;
}

void out_char(char c) {
  check = crc16(check, (uint8_t)c);
  hal_write((uint8_t)c);
}

void out_text(const char *text) {
  for (char c; (c = READ_CHAR(text)) != 0; text++) out_char(c);
}

void out_chars(const char *chars, uint8_t count) {
  while (count-- > 0) out_char(*chars++);
}

static void out_unsigned(uint32_t value) {
  char digits[10];
  uint8_t count = 0;
  do {
    digits[count++] = (char)('0' + (char)(value % 10));
    value /= 10;
  } while (value > 0);
  while (count > 0) out_char(digits[--count]);
}

static uint32_t out_sign(int32_t value) {
  if (value >= 0) return (uint32_t)value;
  out_char('-');
  return 0u - (uint32_t)value;
}

void out_number(int32_t value) {
  out_unsigned(out_sign(value));
}

void out_thousandths(int32_t value) {
  uint32_t size = out_sign(value);
  out_unsigned(size / 1000);
  uint16_t rest = (uint16_t)(size % 1000);
  if (rest == 0) return;
  out_char('.');
  for (uint16_t unit = 100; rest > 0; unit = (uint16_t)(unit / 10)) {
    out_char((char)('0' + rest / unit));
    rest = (uint16_t)(rest % unit);
  }
}

void out_end(void) {
  hal_write('\n');
}

void out_line(const char *text) {
  out_text(text);
  out_end();
}

void out_checked(const char *word, uint32_t count) {
  check = 0xFFFF;
  out_text(word);
  out_char(' ');
  out_unsigned(count);
  uint16_t crc = check;
  out_char(' ');
  for (uint8_t at = 0; at < 4; at++) {
    uint8_t digit = (uint8_t)(crc >> 12);
    out_char((char)(digit < 10 ? '0' + digit : 'A' + digit - 10));
    crc = (uint16_t)(crc << 4);
  }
  out_end();
}
