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

/** Compiles the schema of a code when it is first used: that of all codes takes a second on a small board. */
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

/** For `readMessage`, which has removed unknown causes: does not check the others again. */
export function messageChecker<S extends Parameters<typeof bodyChecker>[0]>(
  schema: S,
): ReturnType<typeof bodyChecker<S>> {
  const text = JSON.stringify(schema, (_, part) => (checkedApart.includes(part?.$id) ? {} : part));
  return bodyChecker<S>(JSON.parse(text));
}

/** For `JSON.parse`. Removes causes that only a newer device or board knows: their sentences remain. */
export const knownCauses = (key: string, value: unknown): unknown =>
  key !== 'cause' || isReason(value) || isFirmwareReason(value) ? value : undefined;

export const refusal = (code: ErrorCode, cause: FleetReason): AppError =>
  new AppError(code, because(cause).reason, { members: { cause } });

const maxReasonLength = 1000;
/** The NATS server refuses long reports. */
const maxCauseLength = 4000;

/** Of a job at the plotter. A planned pause may have only the words of the job. */
export function whyOf({ reason = '', cause }: Partial<Why>): Why {
  const isShort = cause !== undefined && JSON.stringify(cause).length <= maxCauseLength;
  return { reason: reason.slice(0, maxReasonLength), ...(isShort && { cause }) };
}

/** `code` is for errors that have no reason of their own. */
export function causeOf(error: unknown, code?: 'drawing-refused' | 'collection-refused'): DeviceReason {
  const { members, cause = members?.cause } = error as Partial<AppError>;
  if (isReason(cause)) return cause;
  const message = messageOf(error).slice(0, maxReasonLength);
  return code !== undefined && error instanceof AppError
    ? { code, error: error.code, message }
    : { code: 'unexpected-error', message };
}
