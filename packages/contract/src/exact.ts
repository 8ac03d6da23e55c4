import { type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox';

export const exact = { additionalProperties: false };

/**
 * An object schema that allows no further members. A named schema becomes a component of the OpenAPI
 * description.
 */
export function object<P extends TProperties>(properties: P, description?: string): TObject<P>;
export function object<P extends TProperties>(name: string, properties: P, description?: string): TObject<P>;
export function object<P extends TProperties>(first: P | string, second?: P | string, third?: string) {
  const isNamed = typeof first === 'string';
  const [properties, description] = isNamed ? [second as P, third] : [first, second as string | undefined];
  return Type.Object(properties, {
    ...exact,
    ...(isNamed && { $id: first }),
    ...(description && { description }),
  });
}

type Optionals<P extends TProperties> = { [Name in keyof P]: TOptional<P[Name]> };

/**
 * Makes all members optional. Replaces `Type.Partial`, which would load a fifth of TypeBox into every service.
 */
export function optionals<P extends TProperties>(properties: P): Optionals<P> {
  const optional = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(optional);
}

export function partial<P extends TProperties>(properties: P) {
  return object(optionals(properties));
}

export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$', description });

/** Query parameters of statistics. */
export const dayRange = {
  from: Type.Optional(day('The first day, for example `2026-06-01`; default: 29 days before the last one')),
  to: Type.Optional(day('The last day; default: today')),
};

export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const flag = (description: string) => Type.Boolean({ description });

export const oneOf = <V extends string[]>(values: readonly [...V], description: string) =>
  Type.Enum(values, { description });

export const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

export const number = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, description });

export const list = <T extends TSchema>(items: T, description: string, maxItems?: number) =>
  Type.Array(items, { ...(maxItems !== undefined && { maxItems }), description });
