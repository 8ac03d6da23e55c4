import type { StationClient, Tag } from '@stationery/client';
import type { Output } from '../../terminal/output.ts';
import { StatusLine } from '../../terminal/status-line.ts';

export async function waitForTags(
  station: StationClient,
  out: Output,
  request: string,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<Tag[]> {
  const line = new StatusLine(out);
  const untilMs = performance.now() + timeoutSeconds * 1000;
  const draw = () =>
    line.show(`${request} … ${Math.max(0, Math.ceil((untilMs - performance.now()) / 1000))} s`, true);
  if (!out.hasTerminal) out.note(`${request}; waiting for ${timeoutSeconds} s.`);
  draw();
  const timer = setInterval(draw, 1000);
  try {
    return await station.waitForTags({ timeoutSeconds, signal });
  } finally {
    clearInterval(timer);
    line.clear();
  }
}
