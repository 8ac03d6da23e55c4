/** The board's command buffer, including the line end. */
const maxCommand = 255;

export type Packet = { kind: 'command'; text: string } | { kind: 'overrun' };

/** Splits bytes into commands. Ends a command at CR or LF; ignores empty ones. */
export class PacketReader {
  #text = '';
  #length = 0;

  push(bytes: Uint8Array): Packet[] {
    const packets: Packet[] = [];
    for (const byte of bytes) {
      if (byte === 0x0d || byte === 0x0a) {
        if (this.#length > maxCommand) packets.push({ kind: 'overrun' });
        else if (this.#text !== '') packets.push({ kind: 'command', text: this.#text });
        this.reset();
      } else {
        this.#length++;
        if (this.#length <= maxCommand) this.#text += String.fromCharCode(byte);
      }
    }
    return packets;
  }

  reset(): void {
    this.#text = '';
    this.#length = 0;
  }
}
