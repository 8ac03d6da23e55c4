const maxLineChars = 79;
const capacity = 128;

/** Excess bytes are lost, as on the board, so the sender must count bytes in flight. */
export class ReceiveBuffer {
  #bytes: number[] = [];
  /** Number of lost bytes: 0 if the host counts correctly and waits for EEPROM writes. */
  lost = 0;

  get free(): number {
    return capacity - this.#bytes.length;
  }

  push(byte: number, isLost = false): void {
    if (this.free > 0 && !isLost) this.#bytes.push(byte);
    else this.lost++;
  }

  take(): number | undefined {
    return this.#bytes.shift();
  }

  clear(): void {
    this.#bytes = [];
  }
}

/** Assembles lines without spaces and comments, in capitals. */
export class LineAssembler {
  #text = '';
  #comment: 'none' | 'brackets' | 'to-end' = 'none';
  #tooLong = false;

  push(byte: number): { text: string; tooLong: boolean } | undefined {
    const letter = String.fromCharCode(byte);
    if (letter === '\n' || letter === '\r') {
      const line = { text: this.#text, tooLong: this.#tooLong };
      this.clear();
      return line;
    }
    if (this.#comment !== 'none' || this.#tooLong) {
      if (this.#comment === 'brackets' && letter === ')') this.#comment = 'none';
    } else if (letter === '(') this.#comment = 'brackets';
    else if (letter === ';') this.#comment = 'to-end';
    else if (letter > ' ' && letter !== '/') this.#add(letter.toUpperCase());
    return undefined;
  }

  clear(): void {
    this.#text = '';
    this.#comment = 'none';
    this.#tooLong = false;
  }

  #add(letter: string): void {
    if (this.#text.length >= maxLineChars) this.#tooLong = true;
    else this.#text += letter;
  }
}
