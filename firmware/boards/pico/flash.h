#ifndef FLASH_H
#define FLASH_H

#include <stdint.h>

enum { FLASH_PAGE = 256, FLASH_SECTOR = 4096, FLASH_ID_LENGTH = 8 };

void flash_read_id(uint8_t id[FLASH_ID_LENGTH]);
void flash_read(uint32_t offset, void *into, uint32_t length);
void flash_erase_sector(uint32_t offset);
// Writes at most one page.
void flash_program(uint32_t offset, const uint8_t *bytes, uint32_t length);

#endif
