import { type CommandRefusal, type JobReason, PlotterError } from '@stationery/client';
import { explain } from '../../service/explain.ts';
import { decimal } from '../../texts/format.ts';
import { plotterTexts } from '../../texts/plotter.ts';

const texts = plotterTexts.reasons;

/** For an unknown code of a newer service, returns the English sentence. */
export function describeReason({
  reason = '',
  cause,
}: {
  reason?: string;
  cause?: JobReason | undefined;
}): string {
  if (cause?.code === 'command-refused')
    return texts.refused(cause.command, describeRefusal(cause.refusal, cause.reply));
  return (cause && texts.job(cause)) ?? reason;
}

export function explainError(error: unknown): string {
  const reason = explain(error);
  return error instanceof PlotterError ? describeReason({ reason, cause: error.reason }) : reason;
}

/** For an unknown code, returns the board's text. */
export function describeRefusal(refusal: CommandRefusal | undefined, reply: string): string {
  const { code, xMm, yMm } = refusal ?? {};
  if (code === 'outside-limits' && xMm !== undefined && yMm !== undefined)
    return texts.limitAt(decimal(xMm, 1), decimal(yMm, 1));
  return texts.refusal[code as keyof typeof texts.refusal] ?? reply;
}

/** Parses `outside-limits;x=500;y=12.5`, in millimetres, or a code without parameters. */
export function readRefusal(field: string | null): CommandRefusal | undefined {
  const [code, x, y] = field?.split(/; ?.=/, 3) ?? [];
  if (!code) return undefined;
  return { code: code as CommandRefusal['code'], ...(x && y && { xMm: Number(x), yMm: Number(y) }) };
}
