import { BoardError, type BoardJob, type FleetReason } from '@stationery/client/board';
import { explain } from '../../service/explain.ts';
import { boardTexts } from '../../texts/board.ts';

/** For an unknown code of a newer device or board, returns the English sentence. */
export const describeReason = ({ reason, cause }: { reason: string; cause?: FleetReason }): string =>
  (cause && boardTexts.reason(cause)) ?? reason;

export const reasonOf = ({ state }: BoardJob): string => ('reason' in state ? describeReason(state) : '');

export function explainError(error: unknown): string {
  const cause = error instanceof BoardError ? error.reason : undefined;
  return describeReason({ reason: explain(error), ...(cause && { cause }) });
}
