#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "config.h"
#include "core.h"
#include "hal.h"

// D2 to D4: step pins of A, B and pen; D5 to D7: direction pins of A, B and pen.
enum { STEP_SHIFT = 2, DIRECTION_SHIFT = 5, STEP_PINS = 7 << STEP_SHIFT, DIRECTION_PINS = 7 << DIRECTION_SHIFT };
// D8: enable; D9 and D10: end switches of X and Y; D11: servo; D12: solenoid.
enum { ENABLE = 1 << PB0, SWITCH_X_PIN = 1 << PB1, SWITCH_Y_PIN = 1 << PB2, SERVO = 1 << PB3, SOLENOID = 1 << PB4 };

// Set by interrupts: core_poll may have work, so do not sleep.
static volatile uint8_t has_news;

// ---- Time: timer 1 runs freely at 2 MHz. Compare A: next step; compare B: end of sleep

static volatile uint32_t overflows;

ISR(TIMER1_OVF_vect) { overflows++; }

uint32_t hal_micros(void) {
  uint16_t low;
  uint32_t high;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    low = TCNT1;
    high = overflows;
    if ((TIFR1 & 1 << TOV1) && low < 0x8000) high++;
  }
  return high << 15 | low >> 1;
}

ISR(TIMER1_COMPB_vect) {
  TIMSK1 &= ~(1 << OCIE1B);
  has_news = 1;
}

static void set_step_alarm(uint16_t from, uint16_t ticks) {
  // A time in the past would match only after the timer has wrapped around.
  if ((uint16_t)(TCNT1 - from) + 8 >= ticks) OCR1A = TCNT1 + 8;
  else OCR1A = from + ticks;
}

void hal_start_steps(uint16_t ticks) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    TIFR1 = 1 << OCF1A;
    set_step_alarm(TCNT1, ticks);
    TIMSK1 |= 1 << OCIE1A;
  }
}

ISR(TIMER1_COMPA_vect) {
  uint16_t due = OCR1A;
  uint16_t ticks = core_step_tick();
  if (ticks) set_step_alarm(due, ticks);
  else TIMSK1 &= ~(1 << OCIE1A);
  has_news = 1;
}

void hal_step_begin(uint8_t motors) { PORTD |= (uint8_t)(motors << STEP_SHIFT) & STEP_PINS; }

void hal_step_end(void) {
  // Guarantee the minimum pulse width, although the core usually takes longer.
  __builtin_avr_delay_cycles(32);
  PORTD &= (uint8_t)~STEP_PINS;
}

void hal_direction(uint8_t motors) {
  uint8_t pins = (uint8_t)(motors << DIRECTION_SHIFT);
  if ((PORTD & DIRECTION_PINS) == pins) return;
  PORTD = (PORTD & (uint8_t)~DIRECTION_PINS) | pins;
  __builtin_avr_delay_cycles(16);
}

void hal_lock(void) { cli(); }
void hal_unlock(void) { sei(); }

// ---- Pen, motors, switches

void hal_motors(bool on) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (on) PORTB &= (uint8_t)~ENABLE;
    else PORTB |= ENABLE;
  }
}

void hal_solenoid(bool on) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (on) PORTB |= SOLENOID;
    else PORTB &= (uint8_t)~SOLENOID;
  }
}

uint8_t hal_switches(void) {
  uint8_t levels = PINB;
  return (levels & SWITCH_X_PIN ? SWITCH_X : 0) | (levels & SWITCH_Y_PIN ? SWITCH_Y : 0);
}

/*
 * Timer 2 drives the servo pin and ticks every 8 us. The hardware switches the pin at a compare match, so a delayed
 * interrupt does not change the pulse width. The interrupt only prepares the next match.
 */
enum { SERVO_PERIOD = 20000 / 8, SERVO_LEAP = 200, LOWERS = 1 << COM2A1, RAISES = 1 << COM2A1 | 1 << COM2A0 };
static volatile uint16_t servo_width;
static uint16_t servo_width_now, servo_left;
// Level of the servo pin after the next match.
static uint8_t servo_level;

ISR(TIMER2_COMPA_vect, ISR_NOBLOCK) {
  uint8_t level = servo_level;
  if (servo_left == 0) servo_left = level ? servo_width_now : SERVO_PERIOD - servo_width_now;
  // Leave at least half a leap for the last match, because the interrupt may be late.
  uint8_t leap = servo_left > SERVO_LEAP + SERVO_LEAP / 2 ? SERVO_LEAP : servo_left > 255 ? SERVO_LEAP / 2 : servo_left;
  servo_left -= leap;
  OCR2A += leap;
  if (servo_left == 0) {
    if (!level) ATOMIC_BLOCK(ATOMIC_FORCEON) servo_width_now = servo_width;
    servo_level = !level && servo_width_now;
  }
  TCCR2A = servo_level ? RAISES : LOWERS;
}

void hal_servo(uint16_t pulse_us) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) servo_width = pulse_us / 8;
}

// ---- Settings

static uint8_t *slot_at(uint8_t slot) { return (uint8_t *)(uint16_t)(slot * CORE_SLOT_BYTES); }

void hal_settings_read(uint8_t slot, uint8_t *bytes, uint8_t count) { eeprom_read_block(bytes, slot_at(slot), count); }

void hal_settings_write(uint8_t slot, const uint8_t *bytes, uint8_t count) {
  hal_feed_watchdog();
  eeprom_update_block(bytes, slot_at(slot), count);
}

// ---- Serial port

enum { OUTGOING = 128 };
static uint8_t outgoing[OUTGOING];
static volatile uint8_t outgoing_head, outgoing_tail;

ISR(USART_RX_vect) {
  uint8_t status = UCSR0A;
  uint8_t byte = UDR0;
  if (status & (1 << DOR0 | 1 << FE0)) core_receive_lost();
  if (!(status & 1 << FE0)) core_receive(byte);
  has_news = 1;
}

ISR(USART_UDRE_vect) {
  if (outgoing_head == outgoing_tail) {
    UCSR0B &= ~(1 << UDRIE0);
    has_news = 1;
    return;
  }
  UDR0 = outgoing[outgoing_tail];
  outgoing_tail = (outgoing_tail + 1) % OUTGOING;
  if ((uint8_t)(outgoing_head - outgoing_tail) % OUTGOING == OUTGOING - CORE_REPLY_BYTES - 1) has_news = 1;
}

uint16_t hal_write_room(void) { return OUTGOING - 1 - (uint8_t)(outgoing_head - outgoing_tail) % OUTGOING; }

void hal_write(uint8_t byte) {
  outgoing[outgoing_head] = byte;
  outgoing_head = (outgoing_head + 1) % OUTGOING;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) UCSR0B |= 1 << UDRIE0;
}

// ---- Watchdog, main loop

void hal_feed_watchdog(void) { wdt_reset(); }

static uint8_t reset_reason __attribute__((section(".noinit")));

// After a watchdog reset the watchdog keeps running: disable it first.
__attribute__((naked, used, section(".init3"))) static void stop_watchdog(void) {
  reset_reason = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

static void sleep_for(uint32_t us) {
  cli();
  if (has_news) {
    sei();
    return;
  }
  // For longer times, the timer overflow wakes the CPU.
  if (us < 30000) {
    TIFR1 = 1 << OCF1B;
    OCR1B = TCNT1 + (uint16_t)(us < 8 ? 16 : us * 2);
    TIMSK1 |= 1 << OCIE1B;
  }
  sleep_enable();
  sei();
  sleep_cpu();
  sleep_disable();
}

int main(void) {
  PORTB = ENABLE | SWITCH_X_PIN | SWITCH_Y_PIN;
  DDRB = ENABLE | SERVO | SOLENOID;
  DDRD = STEP_PINS | DIRECTION_PINS;
  TCCR1A = 0;
  TCCR1B = 1 << CS11;
  TIMSK1 = 1 << TOIE1;
  TCCR2A = LOWERS;
  TCCR2B = 1 << CS22 | 1 << CS20;
  TIMSK2 = 1 << OCIE2A;
  UCSR0A = 1 << U2X0;
  UBRR0 = 16; // 115200 baud
  UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
  set_sleep_mode(SLEEP_MODE_IDLE);
  wdt_enable(WDTO_2S);
  sei();
  core_init(reset_reason & 1 << WDRF ? START_WATCHDOG : START_POWER);
  for (;;) {
    has_news = 0;
    uint32_t us = core_poll();
    if (us) sleep_for(us);
  }
}
