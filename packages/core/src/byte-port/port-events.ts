/** The listeners of a byte port. Closes once. */
export class PortEvents {
  readonly #bytes = new Set<(bytes: Uint8Array) => void>();
  readonly #close = new Set<(reason?: Error) => void>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  onBytes(listener: (bytes: Uint8Array) => void): () => void {
    this.#bytes.add(listener);
    return () => this.#bytes.delete(listener);
  }

  onClose(listener: (reason?: Error) => void): () => void {
    this.#close.add(listener);
    return () => this.#close.delete(listener);
  }

  received(bytes: Uint8Array): void {
    for (const listener of [...this.#bytes]) listener(bytes);
  }

  ended(reason?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of [...this.#close]) listener(reason);
  }
}
