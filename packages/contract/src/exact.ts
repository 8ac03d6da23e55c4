import { type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox';

export const exact = { additionalProperties: false };

/**
 * Returns a schema of an object that allows no other members. A named schema becomes a component of the
 * OpenAPI description.
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

/** Makes all members optional. `Type.Partial` would load a fifth of TypeBox into every service. */
export function optionals<P extends TProperties>(properties: P): Optionals<P> {
  const optional = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(optional);
}

/** Returns a schema of an object whose members are all optional. */
export function partial<P extends TProperties>(properties: P) {
  return object(optionals(properties));
}

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
