import { type TOptional, type TProperties, Type } from 'typebox';

export const exact = { additionalProperties: false };

type Optionals<P extends TProperties> = { [Name in keyof P]: TOptional<P[Name]> };

/**
 * An object with optional members only. `Type.Partial` would load a fifth of the library into every service.
 */
export function partial<P extends TProperties>(properties: P) {
  const optional = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Type.Object(Object.fromEntries(optional) as Optionals<P>, exact);
}
