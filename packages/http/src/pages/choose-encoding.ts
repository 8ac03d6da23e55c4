/** Returns the first available encoding that the client accepts by `Accept-Encoding` (RFC 9110, 12.5.3). */
export function chooseEncoding<T extends { encoding: string }>(
  acceptEncoding: string | undefined,
  bodies: readonly T[],
): T | undefined {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return bodies.find(({ encoding }) => {
    if (encoding === 'identity') return true;
    return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  });
}
