import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, type Clock, type StoredValue } from '@stationery/core';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
interface PinDeps {
  stored: StoredValue<string>;
  /** Number of wrong PINs since the last right one. */
  wrong: StoredValue<number>;
  clock: Clock;
}

const keyBytes = 16;
const maxWrong = 5;
const waitMs = 60_000;

/** Protects the limits from children. Accepts no PIN for a minute after five wrong ones. */
export class Pin {
  readonly #stored: StoredValue<string>;
  /** Stored, because a restart must not allow further attempts. */
  readonly #wrong: StoredValue<number>;
  readonly #clock: Clock;
  #wrongAtMs: number;

  constructor({ stored, wrong, clock }: PinDeps) {
    this.#stored = stored;
    this.#wrong = wrong;
    this.#clock = clock;
    this.#wrongAtMs = clock.nowMs();
  }

  get isSet(): boolean {
    return this.#stored.get() !== '';
  }

  /** Throws unless the PIN is right or none is set. */
  async check(pin: string | undefined): Promise<void> {
    if (!this.isSet) return;
    const nowMs = this.#clock.nowMs();
    const wrong = nowMs - this.#wrongAtMs >= waitMs ? 0 : this.#wrong.get();
    if (wrong >= maxWrong)
      throw new AppError('too-many-attempts', 'Too many wrong PINs. Wait a minute, then try again.');
    // Counted before the answer is known, so that requests at the same time count too.
    this.#wrong.set(wrong + 1);
    this.#wrongAtMs = nowMs;
    const [salt = '', key = ''] = this.#stored.get().split(':');
    const given = pin === undefined ? undefined : await derive(pin, Buffer.from(salt, 'hex'), keyBytes);
    if (given === undefined || !isSame(given, Buffer.from(key, 'hex')))
      throw new AppError('pin-wrong', 'The PIN is missing or wrong.', { pointer: '/data/attributes/pin' });
    this.#wrong.set(0);
  }

  /** Sets the PIN; null removes it. */
  async set(pin: string | null): Promise<void> {
    if (pin === null) return this.#stored.set('');
    const salt = randomBytes(keyBytes);
    const key = await derive(pin, salt, keyBytes);
    this.#stored.set(`${salt.toString('hex')}:${key.toString('hex')}`);
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
