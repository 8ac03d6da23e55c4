import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';
import { object } from './exact.ts';

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

export const plain = (text: string): ReasonRow<Record<never, TSchema>> => row({}, () => text);

// biome-ignore lint/suspicious/noExplicitAny: a row takes only its own members, so that no other type fits all rows.
export type ReasonTable = Record<string, { members: TProperties; text: (data: any) => string }>;

type Flat<T> = { [K in keyof T]: T[K] };

/** Any reason of a table, discriminated by `code`. */
export type ReasonOf<T extends ReasonTable> = {
  [C in keyof T & string]: Flat<{ code: C } & Static<TObject<T[C]['members']>>>;
}[keyof T & string];

/** Returns the schema of the data of one code. */
export const reasonForm = (table: ReasonTable, code: string): TObject =>
  object({ code: Type.Literal(code), ...table[code]!.members });

/** Returns the schema of all reasons in a table. `including` adds named schemas as alternatives. */
export function reasonSchema<R>(
  table: ReasonTable,
  $id: string,
  description: string,
  ...including: TSchema[]
): TUnsafe<R> {
  const forms = Object.keys(table).map((code) => reasonForm(table, code));
  return Type.Unsafe(Type.Union([...including, ...forms], { $id, description }));
}

export const describing =
  (table: ReasonTable) =>
  (reason: { code: string }): string =>
    table[reason.code]!.text(reason);
