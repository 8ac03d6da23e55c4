// Mapped reads fail during a command, so the program must run from RAM.
#include "flash.h"
#include "registers.h"

enum { WRITE_ENABLE = 0x06, ERASE_SECTOR = 0x20, PROGRAM_PAGE = 0x02, READ_STATUS = 0x05, READ_ID = 0x4b };
enum { CS_OVERRIDE = 3u << 8, CS_NORMAL = 0, CS_LOW = 2u << 8, CS_HIGH = 3u << 8 };
// Bypasses the cache, which may hold old bytes.
#define UNCACHED 0x13000000u

static void set_mode(uint32_t ctrlr0) {
  REG(SSI + 0x08) = 0;
  REG(SSI + 0x00) = ctrlr0;
  REG(SSI + 0x04) = 0;
  REG(SSI + 0x10) = 1;
  REG(SSI + 0x08) = 1;
}

static void select_chip(uint32_t level) {
  REG(IO_QSPI_SS_CTRL) = (REG(IO_QSPI_SS_CTRL) & ~(uint32_t)CS_OVERRIDE) | level;
  (void)REG(IO_QSPI_SS_CTRL);
}

static void begin(void) { set_mode(0x00070000u); }

// The controller drives chip select for mapped reads.
static void end(void) {
  set_mode(0x001f0300u);
  select_chip(CS_NORMAL);
}

static uint8_t transfer(uint8_t byte) {
  REG(SSI + 0x60) = byte;
  while (!(REG(SSI + 0x28) & 8)) {
  }
  return (uint8_t)REG(SSI + 0x60);
}

static void send_command(uint8_t command, uint32_t offset) {
  select_chip(CS_LOW);
  transfer(WRITE_ENABLE);
  select_chip(CS_HIGH);
  select_chip(CS_LOW);
  transfer(command);
  for (int shift = 16; shift >= 0; shift -= 8) transfer((uint8_t)(offset >> shift));
}

static void wait_until_done(void) {
  uint8_t status;
  select_chip(CS_HIGH);
  do {
    select_chip(CS_LOW);
    transfer(READ_STATUS);
    status = transfer(0);
    select_chip(CS_HIGH);
  } while (status & 1);
}

void flash_read_id(uint8_t id[FLASH_ID_LENGTH]) {
  begin();
  select_chip(CS_LOW);
  transfer(READ_ID);
  for (int at = 0; at < 4; at++) transfer(0);
  for (int at = 0; at < FLASH_ID_LENGTH; at++) id[at] = transfer(0);
  select_chip(CS_HIGH);
  end();
}

void flash_read(uint32_t offset, void *into, uint32_t length) {
  const volatile uint8_t *from = (const volatile uint8_t *)(UNCACHED + offset);
  uint8_t *to = into;
  while (length--) *to++ = *from++;
}

void flash_erase_sector(uint32_t offset) {
  begin();
  send_command(ERASE_SECTOR, offset);
  wait_until_done();
  end();
}

void flash_program(uint32_t offset, const uint8_t *bytes, uint32_t length) {
  begin();
  send_command(PROGRAM_PAGE, offset);
  while (length--) transfer(*bytes++);
  wait_until_done();
  end();
}
