import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError, type Clock, type StoredValue } from '@stationery/core';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

interface PinDeps {
  stored: StoredValue<string>;
  /**
   * Number of wrong PINs since the last right one. It is stored, so that a restart does not allow further attempts.
   */
  wrong: StoredValue<number>;
  clock: Clock;
}

const keyBytes = 16;
const maxWrong = 5;
const waitMs = 60_000;

/** Accepts no PIN for a minute after five wrong ones. */
export class Pin {
  readonly #deps: PinDeps;
  #wrongAtMs: number;

  constructor(deps: PinDeps) {
    this.#deps = deps;
    this.#wrongAtMs = deps.clock.nowMs();
  }

  get isSet(): boolean {
    return this.#deps.stored.get() !== '';
  }

  async check(pin: string | undefined): Promise<void> {
    if (!this.isSet) return;
    const { stored, wrong, clock } = this.#deps;
    const nowMs = clock.nowMs();
    const before = nowMs - this.#wrongAtMs >= waitMs ? 0 : wrong.get();
    if (before >= maxWrong)
      throw new AppError('too-many-attempts', 'Too many wrong PINs. Wait a minute, then try again.');
    // Count the attempt before checking the PIN, so that concurrent requests count too.
    wrong.set(before + 1);
    this.#wrongAtMs = nowMs;
    const [salt = '', key = ''] = stored.get().split(':');
    const given = pin === undefined ? undefined : await derive(pin, Buffer.from(salt, 'hex'), keyBytes);
    if (given === undefined || !isSame(given, Buffer.from(key, 'hex')))
      throw new AppError('pin-wrong', 'The PIN is missing or wrong.', { pointer: '/data/attributes/pin' });
    wrong.set(0);
  }

  async set(pin: string | null): Promise<void> {
    const { stored } = this.#deps;
    if (pin === null) return stored.set('');
    const salt = randomBytes(keyBytes);
    const key = await derive(pin, salt, keyBytes);
    stored.set(`${salt.toString('hex')}:${key.toString('hex')}`);
  }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
