export type QueueMove = 'first' | 'up' | 'down' | 'last';

export type QueuePlace<I> = { to: 'first' | 'last' } | { before: I };

interface Queued<I> {
  id: I;
}

/** Returns undefined if the move is not possible. */
export function placeAfterMove<I extends number | string>(
  queue: readonly Queued<I>[],
  job: Queued<I>,
  move: QueueMove,
): QueuePlace<I> | undefined {
  const at = queue.findIndex(({ id }) => id === job.id);
  const isAtEnd = move === 'first' || move === 'up' ? at <= 0 : at < 0 || at === queue.length - 1;
  if (isAtEnd) return undefined;
  if (move === 'first' || move === 'last') return { to: move };
  const next = queue[move === 'up' ? at - 1 : at + 2];
  return next === undefined ? { to: 'last' } : { before: next.id };
}

/** The dropped job takes the place of the job it was dropped on. */
export function placeOnDrop<I extends number | string>(
  queue: readonly Queued<I>[],
  job: Queued<I>,
  onto: Queued<I>,
): QueuePlace<I> | undefined {
  const [from, to] = [job, onto].map(({ id }) => queue.findIndex((one) => one.id === id));
  if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return undefined;
  const next = queue[to < from ? to : to + 1];
  return next === undefined ? { to: 'last' } : { before: next.id };
}
