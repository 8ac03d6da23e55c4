/** The board's buffer for one command, with its end. */
const longestCommand = 255;

export type Packet = { kind: 'command'; text: string } | { kind: 'overrun' };

/** Bytes in, commands out. CR ends a command, and LF too; an empty one is none. */
export class PacketReader {
  #text = '';
  #length = 0;

  push(bytes: Uint8Array): Packet[] {
    const packets: Packet[] = [];
    for (const byte of bytes) {
      if (byte === 0x0d || byte === 0x0a) {
        if (this.#length > longestCommand) packets.push({ kind: 'overrun' });
        else if (this.#text !== '') packets.push({ kind: 'command', text: this.#text });
        this.reset();
      } else {
        this.#length++;
        if (this.#length <= longestCommand) this.#text += String.fromCharCode(byte);
      }
    }
    return packets;
  }

  reset(): void {
    this.#text = '';
    this.#length = 0;
  }
}
