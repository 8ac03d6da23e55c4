/** Where a job goes in the queue. */
export type QueueMove = { to: 'first' | 'last' } | { before: number };

/** The ids of the queue with one of them elsewhere; before itself it stays where it is. */
export function moveInQueue(queue: readonly number[], id: number, move: QueueMove): number[] {
  if ('before' in move && move.before === id) return [...queue];
  const others = queue.filter((each) => each !== id);
  const at = 'before' in move ? others.indexOf(move.before) : move.to === 'first' ? 0 : others.length;
  return others.toSpliced(at, 0, id);
}
