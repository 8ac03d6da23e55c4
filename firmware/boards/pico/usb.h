#ifndef USB_H
#define USB_H

#include <stdbool.h>
#include <stdint.h>

void usb_start(const char *serial_number);
void usb_interrupt(void);
// Passes a packet to the core. The packet stays in its buffer until the core has room.
void usb_receive(void);
uint16_t usb_write_room(void);
void usb_write(uint8_t byte);
bool usb_is_open(void);
bool usb_was_open(void);

#endif
