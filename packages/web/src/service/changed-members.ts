/**
 * Returns the members that changed. A form sends only these, so that it does not overwrite what others changed
 * meanwhile.
 */
export function changedMembers<T extends object>(before: Readonly<T>, wanted: T): Partial<T> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T]);
  return Object.fromEntries(Object.entries(wanted).filter(isChanged)) as Partial<T>;
}
