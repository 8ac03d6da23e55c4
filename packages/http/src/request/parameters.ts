import { AppError, lazy } from '@stationery/core';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

interface ParameterSchema {
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

type ObjectSchema = { properties?: Record<string, ParameterSchema> };

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
      { parameter: name },
    );
  }
  return value;
}

/**
 * Returns a reader of path parameters: integers without leading zeros, and texts that match their schema. Other
 * paths count as unknown.
 */
export function paramsReader(
  schema: TSchema | undefined,
): (params: Record<string, string>) => Record<string, unknown> {
  if (schema === undefined) return () => ({});
  const { properties = {} } = schema as ObjectSchema;
  const compiled = lazy(() => Compile(schema));
  return (params) => {
    const read = Object.entries(properties).map(([name, { type }]) => {
      const raw = params[name] ?? '';
      return [name, type !== 'integer' ? raw : /^[1-9]\d{0,15}$/.test(raw) ? Number(raw) : Number.NaN];
    });
    const ids: Record<string, unknown> = Object.fromEntries(read);
    if (compiled().Check(ids) && read.every(([, id]) => typeof id === 'string' || Number.isSafeInteger(id)))
      return ids;
    throw new AppError('unknown-path', 'There is nothing at this address.');
  };
}
