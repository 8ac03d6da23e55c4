/** “0x04A2245A6B2C80” as people read it out: “04 A2 24 5A 6B 2C 80”. */
export function readableSerial(serial: string): string {
  return serial.slice(2).replace(/(..)(?=.)/g, '$1 ');
}
