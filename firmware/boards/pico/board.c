#include "board.h"

#include "config.h"
#include "core.h"
#include "flash.h"
#include "hal.h"
#include "registers.h"
#include "usb.h"

enum { NOT_CONNECTED = 255, MHZ = 125 };
enum { PIN_PWM = 4, PIN_UART = 2, PIN_SIO = 5, PIN_NONE = 31 };
enum { PULL_UP = 0x5a, OUTPUT = 0x56 };
enum { UART_TX_PIN = 0, UART_RX_PIN = 1 };
enum { WATCHDOG_MS = 2000 };

// Indexed by motor mask. Set by hal_pins.
static uint32_t step_pins[8], direction_pins[8];
static struct hal_pins pins;
static uint8_t backwards;

// ---- Clocks

static void start_pll(uint32_t pll, uint32_t multiplier, uint32_t divider1, uint32_t divider2) {
  REG(pll + 0x8) = multiplier;
  CLEAR_BITS(pll + 0x4, 1u << 0 | 1u << 5);
  while (!(REG(pll) >> 31)) {
  }
  REG(pll + 0xc) = divider1 << 16 | divider2 << 12;
  CLEAR_BITS(pll + 0x4, 1u << 3);
}

static void start_clocks(void) {
  const uint32_t used = 1u << 5 | 1u << 8 | 1u << 12 | 1u << 13 | 1u << 14 | 1u << 21 | 1u << 22 | 1u << 24;
  REG(XOSC + 0xc) = 47; // start-up delay of 1 ms
  REG(XOSC) = 0xfabaa0;
  while (!(REG(XOSC + 0x4) >> 31)) {
  }
  CLEAR_BITS(RESETS, 1u << 12 | 1u << 13);
  while (~REG(RESETS + 0x8) & (1u << 12 | 1u << 13)) {
  }
  start_pll(PLL_SYS, 125, 6, 2); // 12 MHz * 125 / 12 = 125 MHz
  start_pll(PLL_USB, 100, 5, 5); // 12 MHz * 100 / 25 = 48 MHz
  REG(CLOCKS + 0x30) = 2;        // reference clock: crystal
  while (REG(CLOCKS + 0x38) != 1u << 2) {
  }
  REG(CLOCKS + 0x3c) = 1; // system clock: PLL_SYS
  while (REG(CLOCKS + 0x44) != 1u << 1) {
  }
  REG(CLOCKS + 0x48) = 1u << 11; // peripheral clock: system clock
  REG(CLOCKS + 0x54) = 1u << 11; // USB clock: PLL_USB
  REG(WATCHDOG + 0x2c) = 1u << 9 | 12; // timer tick: 1 us
  CLEAR_BITS(RESETS, used);
  while (~REG(RESETS + 0x8) & used) {
  }
  SYST_RVR = 0xffffff;
  SYST_CSR = 5;
}

static uint32_t cycles_since(uint32_t start) { return (start - SYST_CVR) & 0xffffff; }

uint32_t hal_micros(void) { return TIMER_RAWL; }

// ---- Steps

static uint32_t due_us, due_rest;
static uint32_t stepped_at, directed_at;
static bool is_directed;

static void set_step_alarm(uint16_t ticks) {
  due_rest += ticks;
  due_us += due_rest / (CORE_TICK_HZ / 1000000);
  due_rest %= CORE_TICK_HZ / 1000000;
  TIMER_ALARM0 = due_us;
  // An alarm in the past would fire only after the timer wraps around, in over an hour: trigger it now.
  if ((int32_t)(TIMER_RAWL - due_us) >= 0) SET_BITS(TIMER_INTF, 1);
}

void hal_start_steps(uint16_t ticks) {
  due_us = TIMER_RAWL;
  due_rest = 0;
  set_step_alarm(ticks);
}

static void step_interrupt(void) {
  TIMER_INTR = 1;
  CLEAR_BITS(TIMER_INTF, 1);
  uint16_t ticks = core_step_tick();
  if (ticks) set_step_alarm(ticks);
}

void hal_step_begin(uint8_t motors) {
  if (is_directed) {
    while (cycles_since(directed_at) < MHZ) {
    }
    is_directed = false;
  }
  SIO_GPIO_OUT_SET = step_pins[motors & 7];
  stepped_at = SYST_CVR;
}

void hal_step_end(void) {
  while (cycles_since(stepped_at) < 2 * MHZ + MHZ / 10) {
  }
  SIO_GPIO_OUT_CLR = step_pins[7];
}

void hal_direction(uint8_t motors) {
  SIO_GPIO_OUT_SET = direction_pins[motors & 7];
  SIO_GPIO_OUT_CLR = direction_pins[~motors & 7];
  if (motors == backwards) return;
  backwards = motors;
  directed_at = SYST_CVR;
  is_directed = true;
}

void hal_lock(void) {
  NVIC_ICER = 1u << IRQ_TIMER0;
  __asm volatile("dsb\n isb" ::: "memory");
}

void hal_unlock(void) {
  __asm volatile("" ::: "memory");
  NVIC_ISER = 1u << IRQ_TIMER0;
}


bool hal_pin_is_usable(uint8_t pin) {
  return (pin > UART_RX_PIN && pin <= 22) || (pin >= 26 && pin <= 28);
}

static uint32_t bit_of(uint8_t pin) { return pin == NOT_CONNECTED ? 0 : 1u << pin; }

static void set_function(uint8_t pin, uint32_t function) { REG(IO_BANK0 + 4 + 8 * pin) = function; }

static void make_output(uint8_t pin, bool level) {
  if (pin == NOT_CONNECTED) return;
  if (level) SIO_GPIO_OUT_SET = 1u << pin;
  else SIO_GPIO_OUT_CLR = 1u << pin;
  SIO_GPIO_OE_SET = 1u << pin;
  REG(PADS_BANK0 + 4 + 4 * pin) = OUTPUT;
  set_function(pin, PIN_SIO);
}

void hal_pins(const struct hal_pins *new_pins) {
  pins = *new_pins;
  for (uint8_t pin = UART_RX_PIN + 1; pin <= 28; pin++) {
    if (!hal_pin_is_usable(pin)) continue;
    SIO_GPIO_OE_CLR = 1u << pin;
    set_function(pin, PIN_NONE);
  }
  make_output(pins.enable, true);
  make_output(pins.solenoid, false);
  for (int motor = 0; motor < 3; motor++) {
    make_output(pins.step[motor], false);
    make_output(pins.direction[motor], false);
  }
  for (int motors = 0; motors < 8; motors++) {
    step_pins[motors] = direction_pins[motors] = 0;
    for (int motor = 0; motor < 3; motor++) {
      if (!(motors >> motor & 1)) continue;
      step_pins[motors] |= bit_of(pins.step[motor]);
      direction_pins[motors] |= bit_of(pins.direction[motor]);
    }
  }
  backwards = 0;
  for (int at = 0; at < 2; at++) {
    if (pins.switches[at] == NOT_CONNECTED) continue;
    REG(PADS_BANK0 + 4 + 4 * pins.switches[at]) = PULL_UP;
    set_function(pins.switches[at], PIN_SIO);
  }
  if (pins.servo == NOT_CONNECTED) return;
  uint32_t slice = PWM + 0x14 * (pins.servo >> 1 & 7);
  REG(slice + 0x4) = MHZ << 4; // counts microseconds
  REG(slice + 0x10) = 20000 - 1;
  REG(slice + 0xc) = 0;
  REG(slice) = 1;
  REG(PADS_BANK0 + 4 + 4 * pins.servo) = OUTPUT;
  set_function(pins.servo, PIN_PWM);
}

void hal_motors(bool on) {
  if (on) SIO_GPIO_OUT_CLR = bit_of(pins.enable);
  else SIO_GPIO_OUT_SET = bit_of(pins.enable);
}

void hal_servo(uint16_t pulse_us) {
  if (pins.servo == NOT_CONNECTED) return;
  REG(PWM + 0x14 * (pins.servo >> 1 & 7) + 0xc) = pins.servo & 1 ? (uint32_t)pulse_us << 16 : pulse_us;
}

void hal_solenoid(bool on) {
  if (on) SIO_GPIO_OUT_SET = bit_of(pins.solenoid);
  else SIO_GPIO_OUT_CLR = bit_of(pins.solenoid);
}

uint8_t hal_switches(void) {
  uint32_t levels = SIO_GPIO_IN;
  return (levels & bit_of(pins.switches[0]) ? SWITCH_X : 0) | (levels & bit_of(pins.switches[1]) ? SWITCH_Y : 0);
}

// ---- Settings: the last two sectors of the flash

static uint32_t slot_offset(uint8_t slot) { return 0x200000 - (slot ? 1 : 2) * FLASH_SECTOR; }

void hal_settings_read(uint8_t slot, uint8_t *bytes, uint8_t count) { flash_read(slot_offset(slot), bytes, count); }

void hal_settings_write(uint8_t slot, const uint8_t *bytes, uint8_t count) {
  hal_feed_watchdog();
  flash_erase_sector(slot_offset(slot));
  flash_program(slot_offset(slot), bytes, count);
}

// ---- Serial port: USB, or the UART on pins 0 and 1 while the USB port is closed

enum { UART_RING = 1024, UART_FULL = 1u << 5, UART_EMPTY = 1u << 4 };
static uint8_t uart_bytes[UART_RING];
static volatile uint16_t uart_head, uart_tail;

static void start_uart(void) {
  set_function(UART_TX_PIN, PIN_UART);
  set_function(UART_RX_PIN, PIN_UART);
  REG(PADS_BANK0 + 4 + 4 * UART_RX_PIN) = PULL_UP;
  REG(UART0 + 0x24) = 67; // 125 MHz / 16 / 115200 = 67 + 52/64
  REG(UART0 + 0x28) = 52;
  REG(UART0 + 0x2c) = 3u << 5 | 1u << 4;
  REG(UART0 + 0x30) = 1u << 9 | 1u << 8 | 1;
  REG(UART0 + 0x38) = 1u << 4 | 1u << 6;
  NVIC_ISER = 1u << IRQ_UART0;
}

static void send_uart(void) {
  while (uart_tail != uart_head && !(REG(UART0 + 0x18) & UART_FULL)) {
    REG(UART0) = uart_bytes[uart_tail];
    uart_tail = (uart_tail + 1) & (UART_RING - 1);
  }
  if (uart_tail == uart_head) CLEAR_BITS(UART0 + 0x38, 1u << 5);
  else SET_BITS(UART0 + 0x38, 1u << 5);
}

static void uart_interrupt(void) {
  while (!(REG(UART0 + 0x18) & UART_EMPTY)) {
    uint32_t data = REG(UART0);
    if (usb_is_open()) continue;
    if (data & 0xf00) core_receive_lost();
    else core_receive((uint8_t)data);
  }
  REG(UART0 + 0x44) = 1u << 4 | 1u << 5 | 1u << 6;
  send_uart();
}

static uint16_t uart_room(void) { return UART_RING - 1 - ((uart_head - uart_tail) & (UART_RING - 1)); }

uint16_t hal_write_room(void) { return usb_is_open() ? usb_write_room() : uart_room(); }

void hal_write(uint8_t byte) {
  if (usb_is_open() || !usb_was_open()) usb_write(byte);
  if (usb_is_open() || !uart_room()) return;
  uart_bytes[uart_head] = byte;
  uart_head = (uart_head + 1) & (UART_RING - 1);
  NVIC_ICER = 1u << IRQ_UART0;
  send_uart();
  NVIC_ISER = 1u << IRQ_UART0;
}

// ---- Watchdog, faults, main loop

void hal_feed_watchdog(void) {
  REG(WATCHDOG + 0x4) = WATCHDOG_MS * 1000 * 2; // the watchdog decrements twice per microsecond (erratum E1)
}

static enum core_start start_watchdog(void) {
  // The boot ROM also uses the watchdog to start new firmware. The mark in a scratch register survives only a reset
  // by the watchdog, and shows that this firmware was running.
  const uint32_t mark = 0x53544154;
  bool was_running = REG(WATCHDOG + 0xc) == mark;
  REG(WATCHDOG + 0xc) = mark;
  enum core_start reason = was_running && REG(WATCHDOG + 0x8) ? START_WATCHDOG : START_POWER;
  REG(PSM_WDSEL) = 0x1fffc; // a watchdog reset resets everything except the oscillators
  hal_feed_watchdog();
  REG(WATCHDOG) = 1u << 30;
  return reason;
}

static void fault(void) {
  hal_motors(false);
  REG(WATCHDOG) = 1u << 31;
  for (;;) {
  }
}

static void wake_interrupt(void) { TIMER_INTR = 2; }

void main(void);

typedef void (*handler)(void);
extern uint32_t __stack_top;
__attribute__((section(".vectors"), used)) const handler vectors[48] = {
    [0] = (handler)&__stack_top,
    [1] = main,
    [2] = fault,
    [3] = fault,
    [11] = fault,
    [14] = fault,
    [15] = fault,
    [16 + IRQ_TIMER0] = step_interrupt,
    [16 + IRQ_TIMER1] = wake_interrupt,
    [16 + IRQ_USB] = usb_interrupt,
    [16 + IRQ_UART0] = uart_interrupt,
};

static void sleep_for(uint32_t us) {
  uint32_t until = TIMER_RAWL + us;
  REG(TIMER + 0x14) = until;
  // An interrupt since the last core_poll has set the event flag; WFE then returns at once.
  if ((int32_t)(TIMER_RAWL - until) < 0) __asm volatile("wfe" ::: "memory");
}

static const char *serial_number(void) {
  static char text[2 * FLASH_ID_LENGTH + 1];
  uint8_t id[FLASH_ID_LENGTH];
  flash_read_id(id);
  for (int at = 0; at < 2 * FLASH_ID_LENGTH; at++)
    text[at] = "0123456789ABCDEF"[at & 1 ? id[at / 2] & 15 : id[at / 2] >> 4];
  return text;
}

void main(void) {
  start_clocks();
  NVIC_IPR(IRQ_TIMER0 / 4) = 0xc0u << 8 * IRQ_TIMER1;
  NVIC_IPR(IRQ_USB / 4) = 0xc0u << 8 * (IRQ_USB % 4);
  NVIC_IPR(IRQ_UART0 / 4) = 0x80u << 8 * (IRQ_UART0 % 4);
  TIMER_INTE = 3;
  NVIC_ISER = 1u << IRQ_TIMER0 | 1u << IRQ_TIMER1;
  enum core_start reason = start_watchdog();
  core_init(reason);
  start_uart();
  usb_start(serial_number());
  for (;;) {
    usb_receive();
    uint32_t us = core_poll();
    if (us) sleep_for(us < 1000000 ? us : 1000000);
  }
}
