import { connect } from 'node:net';
import { join } from 'node:path';

const monitor = join(import.meta.dirname, '../../../../tools/test/torture/loop-monitor.mjs');

/** Returns an environment that makes a program report the delay of its event loop at `socket`. */
export const monitored = (socket: string): Record<string, string> => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${monitor}`,
  LOOP_MONITOR_SOCKET: socket,
});

/** Resolves to the longest delay since the last call. */
export function maxDelayMs(socket: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    connect(socket)
      .setEncoding('utf8')
      .on('data', (piece) => {
        text += piece;
      })
      .on('error', reject)
      .on('close', () => resolve(Number(text)));
  });
}
