import type { Driver } from '../../drivers/driver.ts';
import type { LinkState } from '../../drivers/link.ts';

/** Whether the board is starting: its type, and whether it kept its position, are not known yet. */
export function isStarting({ state }: LinkState): boolean {
  return state === 'opening' || state === 'settling';
}

/** Resolves when the machine is identified or known to be absent. */
export function machineStarted(driver: Pick<Driver, 'state' | 'subscribe'>): Promise<void> {
  if (!isStarting(driver.state)) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = driver.subscribe(({ type }) => {
      if (type !== 'state' || isStarting(driver.state)) return;
      unsubscribe();
      resolve();
    });
  });
}
