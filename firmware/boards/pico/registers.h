// Registers of the RP2040, named as in its datasheet.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
// Atomic register aliases.
#define SET_BITS(address, bits) (REG((address) + 0x2000) = (bits))
#define CLEAR_BITS(address, bits) (REG((address) + 0x3000) = (bits))

#define CLOCKS 0x40008000u
#define RESETS 0x4000c000u
#define PSM_WDSEL 0x40010008u
#define IO_BANK0 0x40014000u
#define IO_QSPI_SS_CTRL 0x4001800cu
#define PADS_BANK0 0x4001c000u
#define XOSC 0x40024000u
#define PLL_SYS 0x40028000u
#define PLL_USB 0x4002c000u
#define UART0 0x40034000u
#define PWM 0x40050000u
#define TIMER 0x40054000u
#define WATCHDOG 0x40058000u
#define SSI 0x18000000u
#define USB_DPRAM 0x50100000u
#define USB 0x50110000u

#define SIO_GPIO_IN REG(0xd0000004u)
#define SIO_GPIO_OUT_SET REG(0xd0000014u)
#define SIO_GPIO_OUT_CLR REG(0xd0000018u)
#define SIO_GPIO_OE_SET REG(0xd0000024u)
#define SIO_GPIO_OE_CLR REG(0xd0000028u)

#define NVIC_ISER REG(0xe000e100u)
#define NVIC_ICER REG(0xe000e180u)
#define NVIC_IPR(n) REG(0xe000e400u + 4 * (n))

#define TIMER_ALARM0 REG(TIMER + 0x10)
#define TIMER_RAWL REG(TIMER + 0x28)
#define TIMER_INTR REG(TIMER + 0x34)
#define TIMER_INTE REG(TIMER + 0x38)
#define TIMER_INTF (TIMER + 0x3c)

#define SYST_CSR REG(0xe000e010u)
#define SYST_RVR REG(0xe000e014u)
#define SYST_CVR REG(0xe000e018u)

enum { IRQ_TIMER0 = 0, IRQ_TIMER1 = 1, IRQ_USB = 5, IRQ_UART0 = 20 };

#endif
