interface Item {
  label: string;
  disabled?: boolean;
}

interface Group<I> {
  title?: string;
  items: readonly I[];
}

/**
 * Returns the groups of an open menu after its items changed. Items keep their places, so that a click or key
 * never reaches a different item: new items are added at the end of their group, and removed items are
 * disabled.
 */
export function followGroups<I extends Item>(
  shown: readonly Group<I>[],
  now: readonly Group<I>[],
): Group<I>[] {
  return Array.from({ length: Math.max(shown.length, now.length) }, (_, at) => ({
    ...(now[at] ?? shown[at]),
    items: followItems(shown[at]?.items ?? [], now[at]?.items ?? []),
  }));
}

function followItems<I extends Item>(shown: readonly I[], now: readonly I[]): I[] {
  const current = new Map(now.map((item) => [item.label, item]));
  const known = new Set(shown.map(({ label }) => label));
  return [
    ...shown.map((item) => current.get(item.label) ?? { ...item, disabled: true }),
    ...now.filter(({ label }) => !known.has(label)),
  ];
}
