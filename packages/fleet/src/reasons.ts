import { firmwareReasons } from '@stationery/contract';
import {
  because,
  type DeviceReason,
  type FleetReason,
  fleetReasons,
  type ReasonTable,
  reasonForm,
  type Why,
} from '@stationery/contract/fleet';
import { AppError, type ErrorCode, messageOf } from '@stationery/core';
import { bodyChecker, bodyTest } from '@stationery/http';

/**
 * Returns a test for reasons of the table. Compiles the schema of each code at its first use, because compiling
 * all of them takes a second on a small board.
 */
function testOf(table: ReasonTable): (value: unknown) => boolean {
  const tests = new Map<string, (value: unknown) => boolean>();
  return (value) => {
    const { code } = (value ?? {}) as { code?: unknown };
    if (typeof code !== 'string' || !Object.hasOwn(table, code)) return false;
    const test = tests.get(code) ?? bodyTest(reasonForm(table, code));
    tests.set(code, test);
    return test(value);
  };
}

const isFleetReason = testOf(fleetReasons);
const isReason = (value: unknown): value is DeviceReason => isFleetReason(value);
const isFirmwareReason = testOf(firmwareReasons);
const checkedApart = ['DeviceReason', 'FirmwareReason'];

/**
 * Returns a checker for messages from `readMessage`. Skips the reasons in them, which `readMessage` has already
 * checked.
 */
export function messageChecker<S extends Parameters<typeof bodyChecker>[0]>(
  schema: S,
): ReturnType<typeof bodyChecker<S>> {
  const text = JSON.stringify(schema, (_, part) => (checkedApart.includes(part?.$id) ? {} : part));
  return bodyChecker<S>(JSON.parse(text));
}

/** Reviver for `JSON.parse` that removes causes only a newer device or board knows. Their sentences remain. */
export const knownCauses = (key: string, value: unknown): unknown =>
  key !== 'cause' || isReason(value) || isFirmwareReason(value) ? value : undefined;

export const refusal = (code: ErrorCode, cause: FleetReason): AppError =>
  new AppError(code, because(cause).reason, { members: { cause } });

const maxReasonLength = 1000;
/** Longer causes are left out, because the NATS server refuses long reports. */
const maxCauseLength = 4000;

/**
 * Returns the reason of a plotter's job, shortened for a report. A planned pause may have only a sentence and
 * no cause.
 */
export function whyOf({ reason = '', cause }: Partial<Why>): Why {
  const isShort = cause !== undefined && JSON.stringify(cause).length <= maxCauseLength;
  return { reason: reason.slice(0, maxReasonLength), ...(isShort && { cause }) };
}

/** Returns the error's own reason. `code` is used for errors without one. */
export function causeOf(error: unknown, code?: 'drawing-refused' | 'collection-refused'): DeviceReason {
  const { members, cause = members?.cause } = error as Partial<AppError>;
  if (isReason(cause)) return cause;
  const message = messageOf(error).slice(0, maxReasonLength);
  return code !== undefined && error instanceof AppError
    ? { code, error: error.code, message }
    : { code: 'unexpected-error', message };
}
