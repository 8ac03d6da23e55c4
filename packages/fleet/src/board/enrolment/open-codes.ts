import { AppError, type Clock } from '@stationery/core';
import { isSameProof, joinProof, keyOfCode, makeCode } from '../../enrolment/code.ts';

interface OpenCode {
  /** A hash of the code; the code itself is not stored. */
  key: Buffer;
  /** The device name, if given. */
  name: string | undefined;
  untilMs: number;
}

export const codeValidMs = 10 * 60_000;
const maxOpen = 100;
const failuresMs = 60_000;
const maxFailures = 10;

/** Codes that were issued and not used. They are lost when the process ends. */
export class OpenCodes {
  readonly #clock: Clock;
  #open: OpenCode[] = [];
  #failedMs: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  make(name?: string): string {
    this.#forgetOld();
    if (this.#open.length >= maxOpen)
      throw new AppError('too-many-attempts', `${maxOpen} codes are open. Use them, or wait until they end.`);
    const code = makeCode();
    this.#open.push({ key: keyOfCode(code), name, untilMs: this.#clock.nowMs() + codeValidMs });
    return code;
  }

  /** Returns the code that matches the proof and invalidates it. */
  take(publicKey: string, proof: string): Pick<OpenCode, 'key' | 'name'> {
    this.#forgetOld();
    if (this.#failedMs.length >= maxFailures)
      throw new AppError('too-many-attempts', 'Too many wrong codes. Wait a minute, then try again.');
    // Compares all, so that the time does not reveal a near match.
    const fitting = this.#open.filter(({ key }) => isSameProof(proof, joinProof(key, publicKey)));
    const [found] = fitting;
    if (found === undefined) {
      this.#failedMs.push(this.#clock.nowMs());
      throw new AppError(
        'code-refused',
        'The code is wrong, was used before, or is older than ten minutes. Get a new one with “stationery fleet enroll”.',
      );
    }
    this.#open = this.#open.filter((each) => each !== found);
    return found;
  }

  #forgetOld(): void {
    const nowMs = this.#clock.nowMs();
    this.#open = this.#open.filter(({ untilMs }) => nowMs < untilMs);
    this.#failedMs = this.#failedMs.filter((atMs) => nowMs - atMs < failuresMs);
  }
}
