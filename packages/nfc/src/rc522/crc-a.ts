/** The checksum of ISO 14443-3 type A, low byte first. */
export function crcA(bytes: Uint8Array): [number, number] {
  let crc = 0x6363;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0x8408;
  }
  return [crc & 0xff, crc >> 8];
}
