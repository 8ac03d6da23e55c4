// Second-stage boot loader (first 256 bytes of the flash), and start-up code that copies the program to RAM. The
// program runs from RAM, so that cache misses do not delay steps and the flash can be written.

  .syntax unified
  .cpu cortex-m0plus
  .thumb

  .section .boot2, "ax"
  .global boot2
boot2:
  // The boot ROM runs this code from RAM. Map the flash with the read command 03h.
  ldr r3, =0x18000000
  movs r1, #0
  str r1, [r3, #0x08]      // SSIENR: off
  movs r1, #4
  str r1, [r3, #0x14]      // BAUDR: a quarter of the system clock
  ldr r1, =0x001f0300      // 32 bits per frame, read after command and address
  str r1, [r3, #0x00]      // CTRLR0
  movs r1, #0
  str r1, [r3, #0x04]      // CTRLR1: one frame
  ldr r1, =0x03000218      // command 03h of 8 bits, 24 address bits
  ldr r2, =0x180000f4
  str r1, [r2]             // SPI_CTRLR0
  movs r1, #1
  str r1, [r3, #0x08]      // SSIENR: on
  ldr r0, =0x10000100
  ldr r1, [r0]
  msr msp, r1
  ldr r1, [r0, #4]
  bx r1
  .ltorg

  .section .start, "ax"
  .word __stack_top
  .word start + 1
  .thumb_func
start:
  ldr r0, =__image_load
  ldr r1, =__image_start
  ldr r2, =__image_end
1: cmp r1, r2
  bhs 2f
  ldmia r0!, {r3}
  stmia r1!, {r3}
  b 1b
2: ldr r2, =__bss_end
  movs r3, #0
3: cmp r1, r2
  bhs 4f
  stmia r1!, {r3}
  b 3b
4: ldr r0, =0xe000ed08      // VTOR
  ldr r1, =vectors
  str r1, [r0]
  ldr r0, =main
  bx r0
  .ltorg
