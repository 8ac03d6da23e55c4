/** Labels of the values to choose from. Pairs if the values may be numbers, because an object lists these first. */
export type Options<T extends string> =
  | Readonly<Partial<Record<T, string>>>
  | readonly (readonly [value: T, label: string])[];

export const pairsOf = <T extends string>(options: Options<T>) =>
  (Array.isArray(options) ? options : Object.entries(options)) as readonly (readonly [T, string])[];
