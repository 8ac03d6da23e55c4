import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, type Clock, type StoredValue } from '@stationery/core';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 16;
const maxWrong = 5;
const waitMs = 60_000;

/** Protects the limits from children. After five wrong PINs it takes no more for a minute. */
export class Pin {
  readonly #stored: StoredValue<string>;
  readonly #clock: Clock;
  #wrong = 0;
  #wrongAtMs = 0;

  constructor(stored: StoredValue<string>, clock: Clock) {
    this.#stored = stored;
    this.#clock = clock;
  }

  get isSet(): boolean {
    return this.#stored.get() !== '';
  }

  /** Throws unless the PIN is right or none is set. */
  async check(pin: string | undefined): Promise<void> {
    if (!this.isSet) return;
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#wrongAtMs >= waitMs) this.#wrong = 0;
    if (this.#wrong >= maxWrong)
      throw new AppError('too-many-attempts', 'Too many wrong PINs. Wait a minute, then try again.');
    // Counted before the answer is known, so that requests at the same time count too.
    this.#wrong += 1;
    this.#wrongAtMs = nowMs;
    const [salt = '', key = ''] = this.#stored.get().split(':');
    const given = pin === undefined ? undefined : await derive(pin, Buffer.from(salt, 'hex'), keyBytes);
    if (given === undefined || !isSame(given, Buffer.from(key, 'hex')))
      throw new AppError('pin-wrong', 'The PIN is missing or wrong.', { pointer: '/data/attributes/pin' });
    this.#wrong = 0;
  }

  /** Null removes it. */
  async set(pin: string | null): Promise<void> {
    if (pin === null) return this.#stored.set('');
    const salt = randomBytes(keyBytes);
    const key = await derive(pin, salt, keyBytes);
    this.#stored.set(`${salt.toString('hex')}:${key.toString('hex')}`);
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
