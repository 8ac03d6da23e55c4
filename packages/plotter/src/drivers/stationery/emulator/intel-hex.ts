import { ChipFault } from './chip.ts';

export function writeHex(text: string, memory: Uint8Array): void {
  for (const line of text.trim().split(/\r?\n/)) {
    const bytes = Buffer.from(line.slice(1), 'hex');
    const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
    const [length = 0, high = 0, low = 0, type] = bytes;
    if (!line.startsWith(':') || sum !== 0 || bytes.length !== length + 5)
      throw new ChipFault('A line of the HEX file is wrong.');
    const address = (high << 8) | low;
    if (type === 0 && address + length > memory.length) throw new ChipFault('The HEX file does not fit.');
    if (type === 0) memory.set(bytes.subarray(4, 4 + length), address);
  }
}
