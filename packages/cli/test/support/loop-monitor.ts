import { connect } from 'node:net';
import { join } from 'node:path';

const monitor = join(import.meta.dirname, '../../../../scripts/torture/loop-monitor.mjs');

/** What a program needs in its environment to be asked at `socket` how long its event loop was held up. */
export const monitored = (socket: string): Record<string, string> => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${monitor}`,
  LOOP_MONITOR_SOCKET: socket,
});

/** The longest that the program's event loop was held up since it was asked before. */
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
