import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Deadline, systemErrorCode, withDeadline } from '@stationery/core';
import { PcscRefusal } from '../pcsc-api.ts';
import { type Reply, ReplyParser } from './reply.ts';
import {
  PcscResultError,
  type Request,
  serviceStoppedCode,
  type Version,
  versionRequest,
} from './requests.ts';

/** Protocol version supported by all services since 1.8.24, except 2.3.0 to 2.4.0, which need 4.5. */
const version: Version = { major: 4, minor: 4 };
const versionsAlike: readonly Version[] = [version, { major: 4, minor: 5 }];

interface SessionDeadline extends Deadline {
  signal: AbortSignal;
}

/** A connection to the service, which answers one request at a time. Long requests use their own session. */
export class PcscSession {
  readonly #socket: Socket;
  readonly #deadline: SessionDeadline;
  readonly #replies = new ReplyParser();
  /**
   * The negotiated version. The next session proposes it first, because pcscd logs an unsupported version as an
   * error.
   */
  #version = version;
  readonly #end = new EventEmitter<{ over: [Error] }>();
  #over: Error | undefined;

  private constructor(socket: Socket, deadline: SessionDeadline) {
    this.#socket = socket;
    this.#deadline = deadline;
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#replies.push(chunk);
      } catch (cause) {
        this.close(
          new PcscRefusal('unknown-protocol', 'the PC/SC service sent an invalid answer', { cause }),
        );
      }
    });
    socket.on('error', (cause) => this.close(new PcscRefusal('stopped', cause.message, { cause })));
    socket.on('close', () =>
      this.close(new PcscRefusal('stopped', 'the PC/SC service closed the connection')),
    );
    deadline.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Negotiates the protocol version. The deadline also applies to each `call`. */
  static async open(path: string, deadline: SessionDeadline, spokenLast = version): Promise<PcscSession> {
    deadline.signal.throwIfAborted();
    const session = new PcscSession(await connected(path, deadline), deadline);
    try {
      await session.#agree(spokenLast);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get version(): Version {
    return this.#version;
  }

  get isOpen(): boolean {
    return this.#over === undefined;
  }

  /** Rejects when the session ends, even if no request is running. */
  untilOver(): Promise<never> {
    return new Promise((_, reject) => {
      if (this.#over === undefined) this.#end.once('over', reject);
      else reject(this.#over);
    });
  }

  /**
   * Sends a request and returns its answer. Rejects with `PcscRefusal` if the session ended, with
   * `PcscResultError` if the service refused.
   */
  async call<T>(request: Request<T>): Promise<T> {
    try {
      return await withDeadline('the answer of the PC/SC service', this.#deadline, () => this.ask(request));
    } catch (error) {
      // Close the session, because a late answer would be taken for the answer to the next request.
      if (!(error instanceof PcscResultError)) {
        this.close(new PcscRefusal('no-answer', 'the PC/SC service does not answer', { cause: error }));
      }
      throw this.#over ?? error;
    }
  }

  /**
   * Like `call`, but without a deadline, because a card or another program that holds it may take any length of
   * time.
   */
  ask<T>({ bytes, reply }: Request<T>): Promise<T> {
    if (this.#over === undefined) this.#socket.write(bytes);
    return this.receive(reply);
  }

  receive<T>(reply: Reply<T>): Promise<T> {
    return this.#over === undefined ? this.#replies.expect(reply) : Promise.reject(this.#over);
  }

  close(reason: Error = new PcscRefusal('stopped', 'the session is closed')): void {
    if (this.#over !== undefined) return;
    this.#over = reason;
    this.#deadline.signal.removeEventListener('abort', this.#onAbort);
    this.#socket.destroy();
    this.#replies.fail(reason);
    this.#end.emit('over', reason);
  }

  readonly #onAbort = () => this.close();

  async #agree(wanted: Version): Promise<void> {
    let answer = await this.#askVersion(wanted);
    const known = versionsAlike.find(({ major, minor }) => answer.major === major && answer.minor === minor);
    this.#version = wanted;
    if (answer.code === serviceStoppedCode && known !== undefined) {
      this.#version = known;
      answer = await this.#askVersion(known);
    }
    if (answer.code !== 0 || answer.major !== version.major) {
      const spoken = `${answer.major}:${answer.minor}`;
      throw new PcscRefusal('unknown-protocol', `the PC/SC service speaks version ${spoken} of its protocol`);
    }
  }

  async #askVersion(wanted: Version): Promise<Version & { code: number }> {
    try {
      return await this.call(versionRequest(wanted));
    } catch (cause) {
      // pcscd closes the connection without an answer if polkit denies access.
      const isHungUp = cause instanceof PcscRefusal && cause.why === 'stopped';
      throw isHungUp
        ? new PcscRefusal('not-allowed', 'the PC/SC service closed the connection at once', { cause })
        : cause;
    }
  }
}

async function connected(path: string, deadline: Deadline): Promise<Socket> {
  const socket = connect({ path });
  try {
    const connecting = () =>
      new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('error', reject);
      });
    await withDeadline('connecting to the PC/SC service', deadline, connecting);
    return socket;
  } catch (cause) {
    socket.on('error', () => undefined).destroy();
    const isForbidden = ['EACCES', 'EPERM'].includes(systemErrorCode(cause) ?? '');
    throw new PcscRefusal(isForbidden ? 'not-allowed' : 'no-service', `cannot connect to ${path}`, { cause });
  }
}
