export interface SseMessage {
  /** The id of this message, or else of the last one with an id. */
  id: string;
  name: string;
  data: string;
}

export class SseParser {
  /** Reconnection delay, if the stream set one. */
  retryMs: number | undefined;
  #id = '';
  #name = '';
  #data: string[] = [];
  #rest = '';
  #afterReturn = false;

  push(text: string): SseMessage[] {
    const messages: SseMessage[] = [];
    // A line feed after a carriage return that ended the previous chunk belongs to the same line end.
    const piece = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#afterReturn = text.endsWith('\r');
    const lines = (this.#rest + piece).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = this.#take(line);
      if (message !== undefined) messages.push(message);
    }
    return messages;
  }

  #take(line: string): SseMessage | undefined {
    if (line === '') return this.#finish();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  #finish(): SseMessage | undefined {
    const message = { id: this.#id, name: this.#name || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    return isEmpty ? undefined : message;
  }
}
