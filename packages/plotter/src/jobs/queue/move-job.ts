export type QueueMove = { to: 'first' | 'last' } | { before: number };

/** Moving a job before itself changes nothing. */
export function moveInQueue(queue: readonly number[], id: number, move: QueueMove): number[] {
  if ('before' in move && move.before === id) return [...queue];
  const others = queue.filter((each) => each !== id);
  const at = 'before' in move ? others.indexOf(move.before) : move.to === 'first' ? 0 : others.length;
  return others.toSpliced(at, 0, id);
}
