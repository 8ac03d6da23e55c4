// USB serial port (CDC ACM): control endpoint 0, notification endpoint 1 (unused), data endpoint 2.
#include "usb.h"

#include "core.h"
#include "registers.h"

enum { PACKET = 64 };
enum { AVAILABLE = 1u << 10, STALL = 1u << 11, DATA1 = 1u << 13, FULL = 1u << 15, LENGTH = 0x3ff };
enum { BULK = 2u << 26, INTERRUPT = 3u << 26, PER_BUFFER = 1u << 29 };
enum { BUS_RESET = 1u << 19, SETUP = 1u << 17 };
enum { EP0_DATA = 0x100, EP1_IN_DATA = 0x180, EP2_OUT_DATA = 0x1c0, EP2_IN_DATA = 0x200 };
enum { EP1_IN_CONTROL = 0x08, EP2_IN_CONTROL = 0x10, EP2_OUT_CONTROL = 0x14 };
enum { EP0_IN = 0x80, EP0_OUT = 0x84, EP1_IN = 0x88, EP2_IN = 0x90, EP2_OUT = 0x94 };
enum { EP0_IN_DONE = 1, EP0_OUT_DONE = 2, EP2_IN_DONE = 1 << 4, EP2_OUT_DONE = 1 << 5 };

#define DPRAM(offset) REG(USB_DPRAM + (offset))
#define BUFF_STATUS REG(USB + 0x58)
#define SIE_STATUS REG(USB + 0x50)
#define SIE_CTRL REG(USB + 0x4c)

static const uint8_t device_descriptor[] = {
    18, 1, 0x00, 0x02, 0xef, 2, 1, PACKET, 0x8a, 0x2e, 0x0a, 0x00, 0x00, 0x01, 1, 2, 3, 1};

static const uint8_t configuration_descriptor[] = {
    9, 2, 75, 0, 2, 1, 0, 0x80, 125,
    8, 11, 0, 2, 2, 2, 0, 0,                   // interface association
    9, 4, 0, 0, 1, 2, 2, 0, 0,                 // communication interface
    5, 0x24, 0, 0x10, 0x01,                    // CDC 1.1
    5, 0x24, 1, 0, 1,                          // no call management
    4, 0x24, 2, 2,                             // supports line coding and line state
    5, 0x24, 6, 0, 1,                          // union
    7, 5, 0x81, 3, 8, 0, 16,                   // notification endpoint
    9, 4, 1, 0, 2, 10, 0, 0, 0,                // data interface
    7, 5, 0x02, 2, PACKET, 0, 0,
    7, 5, 0x82, 2, PACKET, 0, 0};

static const char *strings[] = {"Stationery", "Stationery plotter", 0};

enum { RING = 1024 };
static struct {
  uint8_t bytes[RING];
  volatile uint16_t head, tail;
} outgoing;

static uint16_t outgoing_count(void) { return (uint16_t)(outgoing.head - outgoing.tail) & (RING - 1); }

static uint8_t line_coding[7] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8};
static uint8_t reply[96];
static uint16_t reply_length, reply_sent;
static uint8_t new_address;
static bool expects_coding, is_configured, is_sending, was_full;
static volatile bool is_open, was_open, has_packet;
static uint32_t ep0_pid, ep2_in_pid, ep2_out_pid;

// AVAILABLE must be set in a separate write, a few cycles after the length (RP2040 datasheet, buffer control).
static void arm(uint32_t buffer_control, uint32_t value) {
  DPRAM(buffer_control) = value;
  __asm volatile("b 1f\n1: b 1f\n1: b 1f\n1: b 1f\n1: b 1f\n1: b 1f\n1:");
  DPRAM(buffer_control) = value | AVAILABLE;
}

static void copy_to_buffer(uint32_t offset, const uint8_t *from, uint16_t length) {
  volatile uint8_t *to = (volatile uint8_t *)(USB_DPRAM + offset);
  while (length--) *to++ = *from++;
}

static void send_reply_packet(void) {
  uint16_t length = reply_length - reply_sent;
  if (length > PACKET) length = PACKET;
  copy_to_buffer(EP0_DATA, reply + reply_sent, length);
  reply_sent += length;
  arm(EP0_IN, length | FULL | ep0_pid);
  ep0_pid ^= DATA1;
}

static void send_status(void) {
  reply_length = reply_sent = 0;
  ep0_pid = DATA1;
  send_reply_packet();
}

static void refuse(void) {
  REG(USB + 0x68) = 3;
  DPRAM(EP0_IN) = STALL;
  DPRAM(EP0_OUT) = STALL;
}

static void send_reply(const uint8_t *bytes, uint16_t length, uint16_t max_length) {
  if (length > max_length) length = max_length;
  for (uint16_t at = 0; at < length; at++) reply[at] = bytes[at];
  reply_length = length;
  reply_sent = 0;
  ep0_pid = DATA1;
  send_reply_packet();
  // The host ends the transfer with an empty packet.
  arm(EP0_OUT, PACKET | DATA1);
}

static void send_string(uint8_t index, uint16_t max_length) {
  uint8_t text[2 + 2 * 40];
  uint8_t length = 2;
  if (index == 0) {
    text[2] = 0x09;
    text[3] = 0x04;
    length = 4;
  } else {
    for (const char *from = strings[index - 1]; *from && length < sizeof text; from++) {
      text[length++] = (uint8_t)*from;
      text[length++] = 0;
    }
  }
  text[0] = length;
  text[1] = 3;
  send_reply(text, length, max_length);
}

static void send_next(void) {
  uint16_t count = outgoing_count();
  if (is_sending || !is_configured || !(is_open || !was_open)) return;
  // After a full packet the host expects more data: send an empty packet to end the transfer.
  if (count == 0 && !was_full) return;
  if (count > PACKET) count = PACKET;
  volatile uint8_t *to = (volatile uint8_t *)(USB_DPRAM + EP2_IN_DATA);
  for (uint16_t at = 0; at < count; at++) {
    *to++ = outgoing.bytes[outgoing.tail];
    outgoing.tail = (outgoing.tail + 1) & (RING - 1);
  }
  is_sending = true;
  was_full = count == PACKET;
  arm(EP2_IN, count | FULL | ep2_in_pid);
  ep2_in_pid ^= DATA1;
}

static void receive_next(void) {
  has_packet = false;
  arm(EP2_OUT, PACKET | ep2_out_pid);
  ep2_out_pid ^= DATA1;
}

static void configure(void) {
  DPRAM(EP1_IN_CONTROL) = 1u << 31 | PER_BUFFER | INTERRUPT | EP1_IN_DATA;
  DPRAM(EP2_IN_CONTROL) = 1u << 31 | PER_BUFFER | BULK | EP2_IN_DATA;
  DPRAM(EP2_OUT_CONTROL) = 1u << 31 | PER_BUFFER | BULK | EP2_OUT_DATA;
  ep2_in_pid = ep2_out_pid = 0;
  is_sending = was_full = false;
  is_configured = true;
  receive_next();
  send_next();
}

// Resets the data toggle as the host does, so the next packet is DATA0.
static void clear_halt(uint8_t endpoint) {
  if (endpoint == 0x82) {
    uint32_t waiting = DPRAM(EP2_IN) & (LENGTH | FULL);
    ep2_in_pid = 0;
    if (!is_sending) return;
    arm(EP2_IN, waiting);
    ep2_in_pid = DATA1;
  } else if (endpoint == 0x02) {
    ep2_out_pid = 0;
    if (!has_packet) receive_next();
  }
}

// Drops replies that the program on the host had not read when it closed the port.
static void drop_outgoing(void) {
  outgoing.tail = outgoing.head;
  // A packet that waits for the host cannot be withdrawn (erratum E2): replace its contents with empty lines.
  volatile uint8_t *to = (volatile uint8_t *)(USB_DPRAM + EP2_IN_DATA);
  for (unsigned at = 0; at < PACKET; at++) *to++ = '\n';
}

static void set_open(bool opens) {
  if (!opens && is_open) drop_outgoing();
  is_open = opens;
  if (opens) {
    was_open = true;
    send_next();
  }
}

static void obey_request(void) {
  uint32_t first = DPRAM(0), second = DPRAM(4);
  uint8_t type = first & 0xff, request = (first >> 8) & 0xff;
  uint16_t value = first >> 16, max_length = second >> 16;
  expects_coding = false;
  switch (type << 8 | request) {
    case 0x0005:
      new_address = value & 0x7f;
      send_status();
      return;
    case 0x0009:
      if (value == 1) configure();
      else is_configured = false;
      send_status();
      return;
    case 0x0201:
      if (value != 0 || !is_configured) {
        refuse();
        return;
      }
      clear_halt(second & 0xff);
      send_status();
      return;
    case 0x010b: // the interfaces have no alternate settings
      if (value != 0 || (second & 0xffff) > 1 || !is_configured) {
        refuse();
        return;
      }
      if ((second & 0xffff) == 1) {
        clear_halt(0x82);
        clear_halt(0x02);
      }
      send_status();
      return;
    case 0x810a: {
      static const uint8_t alternative;
      if (is_configured) send_reply(&alternative, 1, max_length);
      else refuse();
      return;
    }
    case 0x8008: {
      uint8_t configuration = is_configured;
      send_reply(&configuration, 1, max_length);
      return;
    }
    case 0x8000:
    case 0x8100:
    case 0x8200: {
      static const uint8_t nothing[2];
      send_reply(nothing, 2, max_length);
      return;
    }
    case 0x8006:
      if (value == 0x0100) send_reply(device_descriptor, sizeof device_descriptor, max_length);
      else if (value == 0x0200) send_reply(configuration_descriptor, sizeof configuration_descriptor, max_length);
      else if (value >> 8 == 3 && (value & 0xff) <= 3) send_string((uint8_t)value, max_length);
      else refuse();
      return;
    case 0x2120:
      expects_coding = true;
      arm(EP0_OUT, PACKET | DATA1);
      return;
    case 0xa121:
      send_reply(line_coding, sizeof line_coding, max_length);
      return;
    case 0x2122:
      set_open(value & 1);
      send_status();
      return;
    case 0x2123: // ignore a break
      send_status();
      return;
    default:
      refuse();
  }
}

static void reset_bus(void) {
  REG(USB) = 0;
  new_address = 0;
  set_open(false);
  is_configured = is_sending = has_packet = false;
  for (uint32_t at = EP0_IN; at <= EP2_OUT; at += 4) DPRAM(at) = 0;
}

void usb_interrupt(void) {
  uint32_t status = SIE_STATUS;
  if (status & BUS_RESET) {
    SIE_STATUS = BUS_RESET;
    reset_bus();
  }
  uint32_t done = BUFF_STATUS;
  if (done) BUFF_STATUS = done;
  if (done & EP0_IN_DONE) {
    if (new_address) {
      REG(USB) = new_address;
      new_address = 0;
    }
    if (reply_sent < reply_length) send_reply_packet();
  }
  if ((done & EP0_OUT_DONE) && expects_coding) {
    const volatile uint8_t *from = (const volatile uint8_t *)(USB_DPRAM + EP0_DATA);
    expects_coding = false;
    for (unsigned at = 0; at < sizeof line_coding; at++) line_coding[at] = from[at];
    send_status();
  }
  if (done & EP2_IN_DONE) {
    is_sending = false;
    send_next();
  }
  if (done & EP2_OUT_DONE) has_packet = true;
  if (status & SETUP) {
    SIE_STATUS = SETUP;
    obey_request();
  }
}

void usb_start(const char *serial_number) {
  strings[2] = serial_number;
  for (uint32_t at = 0; at < 0x100; at += 4) DPRAM(at) = 0;
  REG(USB + 0x74) = 9;       // connect the controller to the USB pins
  REG(USB + 0x78) = 0xc;     // override VBUS detection: cable connected
  REG(USB + 0x40) = 1;       // device mode
  SIE_CTRL = 1u << 29;       // interrupt after each buffer of endpoint 0
  REG(USB + 0x90) = 1u << 4 | 1u << 12 | 1u << 16;
  NVIC_ISER = 1u << IRQ_USB;
  SIE_CTRL = 1u << 29 | 1u << 16; // enable the pull-up, so that the host detects the board
}

// Blocks the USB interrupt. The step interrupt keeps running.
static void lock(void) {
  NVIC_ICER = 1u << IRQ_USB;
  __asm volatile("dsb\n isb" ::: "memory");
}

static void unlock(void) {
  __asm volatile("" ::: "memory");
  NVIC_ISER = 1u << IRQ_USB;
}

void usb_receive(void) {
  if (!has_packet) return;
  uint16_t length = DPRAM(EP2_OUT) & LENGTH;
  // Without room, leave the packet in its buffer; the host waits.
  if (core_receive_room() < length) return;
  const volatile uint8_t *from = (const volatile uint8_t *)(USB_DPRAM + EP2_OUT_DATA);
  while (length--) core_receive(*from++);
  lock();
  if (has_packet) receive_next();
  unlock();
}

uint16_t usb_write_room(void) {
  // Output to a closed port is discarded, except before the port is first opened.
  if (!is_open) return RING;
  return RING - 1 - outgoing_count();
}

void usb_write(uint8_t byte) {
  uint16_t next = (outgoing.head + 1) & (RING - 1);
  if ((was_open && !is_open) || next == outgoing.tail) return;
  outgoing.bytes[outgoing.head] = byte;
  outgoing.head = next;
  if (byte != '\n') return;
  lock();
  send_next();
  unlock();
}

bool usb_is_open(void) { return is_open; }

bool usb_was_open(void) { return was_open; }
