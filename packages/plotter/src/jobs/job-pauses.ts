import { AppError } from '@stationery/core';

/** A place in a job where it waits for a person. */
export interface Pause {
  /** The index of the command before which it waits. */
  before: number;
  /** What is asked of the person. */
  reason: string;
}

const most = 1000;
const longestReason = 200;

/** The member “pauses” of a job, read as it arrives. */
export class PausesReader {
  readonly #pauses: Partial<Pause>[] = [];

  static reads(pointer: string): boolean {
    return pointer === '/pauses' || pointer.startsWith('/pauses/');
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    const depth = pointer.split('/').length;
    if (depth !== (kind === 'array' ? 2 : 3)) refuse(pointer);
    if (kind === 'object' && this.#pauses.push({}) > most)
      refuse('/pauses', `A job may have ${most} pauses.`);
  }

  value(pointer: string, value: unknown): void {
    const pause = this.#pauses.at(-1);
    const [, , , member] = pointer.split('/');
    if (pause !== undefined && member === 'before' && Number.isInteger(value) && (value as number) >= 0) {
      pause.before = value as number;
    } else if (pause !== undefined && member === 'reason' && isReason(value)) {
      pause.reason = value;
    } else refuse(pointer);
  }

  /** In the order in which they are met. Of those in one place the first counts. */
  finish(total: number): Pause[] {
    const pauses = this.#pauses.map(({ before, reason }, index) => {
      if (before === undefined || reason === undefined) return refuse(`/pauses/${index}`);
      if (before >= total) {
        return refuse(
          `/pauses/${index}/before`,
          `There is no command ${before} to wait before; there are ${total}.`,
        );
      }
      return { before, reason };
    });
    return pauses.sort((one, other) => one.before - other.before);
  }
}

function isReason(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= longestReason;
}

function refuse(pointer: string, message?: string): never {
  const form = '“pauses” is a list of {"before": index of a command, "reason": text of 1 to 200 characters}.';
  throw new AppError('request.invalid', message ?? form, { pointer });
}
