import { ourName } from '../firmware/grammar.ts';
import type { Link } from '../link/link.ts';
import type { PlaceTracker } from './place-tracker.ts';

const timeoutMs = 5_000;

/**
 * Asks a board that has just started where it stands. Only our own firmware is asked: to any other, nothing is
 * said that nobody told us to say.
 */
export function askPlace({ link, tracker }: { link: Link; tracker: PlaceTracker }): () => void {
  let isDue = false;
  return link.subscribe((event) => {
    if (event.type === 'reset') isDue = event.banner.includes(`READY ${ourName}`);
    if (event.type !== 'state' || event.state.state !== 'ready' || !isDue) return;
    isDue = false;
    link.send('STATUS', { timeoutMs }).then(
      (reply) => tracker.told(reply.lines),
      () => undefined,
    );
  });
}
