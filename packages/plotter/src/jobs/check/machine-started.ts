import type { Driver } from '../../drivers/driver.ts';
import { isStarting } from '../../drivers/link.ts';

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
