import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { exact } from './exact.ts';

/** What a reason carries besides its code, and the English sentence that is made of it. */
export interface ReasonRow<P extends TProperties> {
  members: P;
  text: (data: Static<TObject<P>>) => string;
}

export function row<P extends TProperties>(
  members: P,
  text: (data: Static<TObject<P>>) => string,
): ReasonRow<P> {
  return { members, text };
}

/** A reason that carries nothing but its code. */
export const plain = (text: string): ReasonRow<Record<never, TSchema>> => row({}, () => text);

// biome-ignore lint/suspicious/noExplicitAny: a row takes only its own members, so that no other type fits all rows.
export type ReasonTable = Record<string, { members: TProperties; text: (data: any) => string }>;

type Flat<T> = { [K in keyof T]: T[K] };

/** One of the reasons of a table; `code` says which. */
export type ReasonOf<T extends ReasonTable> = {
  [C in keyof T & string]: Flat<{ code: C } & Static<TObject<T[C]['members']>>>;
}[keyof T & string];

/** `including`: what else it can be, by a schema that has a name of its own. */
export function reasonSchema(
  table: ReasonTable,
  options: { $id: string; description: string },
  ...including: TSchema[]
): TSchema {
  const forms = Object.entries(table).map(([code, { members }]) =>
    Type.Object({ code: Type.Literal(code), ...members }, exact),
  );
  return Type.Union([...including, ...forms], options);
}
