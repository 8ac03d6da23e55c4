import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export function uploadBody(filename: string, content: Buffer): Buffer {
  return Buffer.from(
    JSON.stringify({ data: { type: 'file', filename, encoded: content.toString('base64') } }),
  );
}

export function uploadHead(lengthBytes: number | 'chunked', query = ''): string {
  const length = lengthBytes === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${lengthBytes}`;
  return `POST /api/v1/files${query} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
}

export interface RawAnswer {
  status: number;
  body: string;
}

/** A raw connection for exact control of the bytes sent. */
export class RawConnection {
  readonly socket: Socket;
  #text = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#text += text;
    });
    // Ignore errors, because a disconnection by the station shows in the answer.
    socket.on('error', () => undefined);
    onTestFinished(() => {
      socket.destroy();
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  async send(bytes: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** Resolves to the next answer, which must have a Content-Length. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const taken = this.#takeAnswer();
      if (taken !== undefined) return taken;
      if (this.socket.destroyed || this.socket.readableEnded) throw new Error('closed without an answer');
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  #takeAnswer(): RawAnswer | undefined {
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = this.#text.slice(0, headEnd);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#text.length < end) return undefined;
    const body = Buffer.from(this.#text.slice(headEnd + 4, end), 'latin1').toString();
    this.#text = this.#text.slice(end);
    return { status: Number(head.split(' ')[1]), body };
  }
}
