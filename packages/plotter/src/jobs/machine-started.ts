import type { Driver } from '../drivers/driver.ts';
import type { LinkState } from '../drivers/link.ts';

/** A board that is starting has not said yet what it is, and whether it kept its position. */
export function isStarting({ state }: LinkState): boolean {
  return state === 'opening' || state === 'settling';
}

/** Resolves when it is known which machine is there, or that none is. */
export function machineStarted(link: Pick<Driver, 'state' | 'subscribe'>): Promise<void> {
  if (!isStarting(link.state)) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = link.subscribe(({ type }) => {
      if (type !== 'state' || isStarting(link.state)) return;
      unsubscribe();
      resolve();
    });
  });
}
