import {
  maxObjects,
  type Operation,
  type OperationKind,
  type OperationMember,
  objectMembers,
  operationTable,
} from '@stationery/contract/operation-table';
import { PlanOptionError } from '../options/plan-option-error.ts';

export function membersOf(kind: string): Readonly<Record<string, OperationMember>> | undefined {
  return Object.hasOwn(operationTable, kind) ? operationTable[kind as OperationKind].members : undefined;
}

/** Returns the name of a member as users type it: without `Mm`, because they write the unit with the value. */
export const wordOf = (member: string) => member.replace(/Mm$/, '');

export const maxOperations = 50;
const maxLayers = 1000;

/** Throws for an invalid operation. The message names the operation and the member. */
export function checkOperations(operations: readonly Operation[]): void {
  if (operations.length > maxOperations)
    throw wrong(`There are ${operations.length} operations: use at most ${maxOperations}`);
  for (const operation of operations) {
    const { kind, ...values } = operation as { kind: OperationKind } & Record<string, unknown>;
    const members = membersOf(kind);
    if (members === undefined) throw unknownKind(String(kind));
    checkMembers(kind, members, values);
  }
}

function checkMembers(
  kind: OperationKind,
  members: Readonly<Record<string, OperationMember>>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) throw unknownMember(kind, name, members);
    if (value !== undefined) checkValue(kind, name, member, value);
  }
  for (const [name, { isRequired }] of Object.entries(members))
    if (isRequired === true && values[name] === undefined) throw wrong(`“${kind}” needs “${wordOf(name)}”`);
}

export function unknownKind(kind: string): PlanOptionError {
  return wrong(`unknown operation “${kind.slice(0, 40)}”: use ${Object.keys(operationTable).join(', ')}`);
}

export function unknownMember(
  kind: OperationKind,
  name: string,
  members: object = operationTable[kind].members,
): PlanOptionError {
  const known = Object.keys(members).map(wordOf).join(', ');
  return wrong(`“${kind}” has no “${name.slice(0, 40)}”: use ${known}`);
}

export function wrong(message: string): PlanOptionError {
  return new PlanOptionError('operations', message);
}

function checkValue(kind: OperationKind, name: string, meant: OperationMember, value: unknown): void {
  const refuse = (use: string) => wrong(`“${kind}”: “${wordOf(name)}” can’t be ${shown(value)}: use ${use}`);
  switch (meant.type) {
    case 'length':
    case 'number':
    case 'integer': {
      const unit = meant.type === 'length' ? ' mm' : '';
      const isPossible = typeof value === 'number' && value >= meant.min && value <= meant.max;
      if (!isPossible || (meant.type === 'integer' && !Number.isInteger(value)))
        throw refuse(`${meant.min} to ${meant.max}${unit}`);
      return;
    }
    case 'choice':
      if (!meant.values.includes(value as string)) throw refuse(meant.values.join(', '));
      return;
    case 'flag':
      if (typeof value !== 'boolean') throw refuse('yes or no');
      return;
    case 'layer':
      if (!isLayer(value)) throw refuse('a number or a name');
      return;
    case 'layers':
      if (!Array.isArray(value) || value.length > maxLayers || !value.every(isLayer))
        throw refuse('numbers or names of layers');
      return;
    case 'objects':
      if (!Array.isArray(value) || value.length === 0 || value.length > maxObjects || !value.every(isMembers))
        throw refuse(`1 to ${maxObjects} places such as 1@20mm,30mm`);
      for (const each of value) checkMembers(kind, objectMembers, each as Record<string, unknown>);
  }
}

function isLayer(value: unknown): boolean {
  return typeof value === 'string' || (Number.isInteger(value) && (value as number) >= 0);
}

const isMembers = (value: unknown) => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  return `“${String(value).slice(0, 40)}”`;
}
