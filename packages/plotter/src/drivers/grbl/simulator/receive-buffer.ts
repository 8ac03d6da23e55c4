/** The longest line that is carried out, without spaces and comments. */
const longestLine = 79;
const capacity = 128;

/**
 * What has arrived and was not read yet. Bytes that do not fit are lost, as on the board: the sender must count
 * what is under way.
 */
export class ReceiveBuffer {
  #bytes: number[] = [];
  #lost = 0;

  get free(): number {
    return capacity - this.#bytes.length;
  }

  /** How many bytes were lost: 0 for a host that counts right, and waits while the board writes to its EEPROM. */
  get lost(): number {
    return this.#lost;
  }

  push(byte: number, isLost = false): void {
    if (this.free > 0 && !isLost) this.#bytes.push(byte);
    else this.#lost++;
  }

  take(): number | undefined {
    return this.#bytes.shift();
  }

  clear(): void {
    this.#bytes = [];
  }
}

/** Puts bytes together to lines: without spaces and comments, in capital letters. */
export class LineAssembler {
  #text = '';
  #comment: 'none' | 'brackets' | 'to-end' = 'none';
  #tooLong = false;

  /** The line that this byte ends, if it ends one. One that is too long is not carried out. */
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
    if (this.#text.length >= longestLine) this.#tooLong = true;
    else this.#text += letter;
  }
}
