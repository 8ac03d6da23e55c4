import { AppError } from '@stationery/core';
import type { TSchema } from 'typebox';

interface ParameterSchema {
  type?: string;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default?: unknown;
}

type ObjectSchema = { properties?: Record<string, ParameterSchema> };

/** Reads the query: unknown names, repeated names and values that do not fit are refused by name. */
export function readQuery(
  schema: TSchema | undefined,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  for (const name of Object.keys(query)) {
    if (Object.hasOwn(properties, name)) continue;
    throw new AppError('unknown-parameter', `There is no query parameter “${name}” here.`, {
      parameter: name,
    });
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, readParameter(name, property, query[name])]),
  );
}

function readParameter(name: string, schema: ParameterSchema, raw: unknown): unknown {
  if (raw === undefined) return schema.default;
  if (typeof raw !== 'string') {
    throw new AppError('invalid-parameter', `“${name}” is given more than once.`, { parameter: name });
  }
  if (schema.type !== 'number' && schema.type !== 'integer') return raw;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const isWhole = schema.type === 'integer';
  const value = (isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(raw) ? Number(raw) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw new AppError(
      'invalid-parameter',
      `“${name}” must be a ${isWhole ? 'whole ' : ''}number from ${minimum} to ${maximum}.`,
      {
        parameter: name,
      },
    );
  }
  return value;
}

/** Ids in paths are integers without leading zeros, or match their pattern; every other address is unknown. */
export function readParams(
  schema: TSchema | undefined,
  params: Record<string, string>,
): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const raw = params[name] ?? '';
      const isInteger = property.type === 'integer';
      const value = isInteger ? Number(raw) : raw;
      const isId = new RegExp(isInteger ? '^[1-9]\\d{0,15}$' : (property.pattern ?? '')).test(raw);
      if (!isId || (isInteger && !Number.isSafeInteger(value)))
        throw new AppError('unknown-path', 'There is nothing at this address.');
      return [name, value];
    }),
  );
}
