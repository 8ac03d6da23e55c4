/** Makes a value with its first use and keeps it: what most runs never need costs them neither time nor memory. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
