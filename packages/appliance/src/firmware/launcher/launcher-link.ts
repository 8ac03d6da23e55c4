import { type Clock, sleep } from '@stationery/core';
import type { Slot } from '../slots/slot-folder.ts';
import { isMessage, type LauncherMessage, launchVariables, type StationMessage } from './messages.ts';

/** The launcher as seen by the station that it started. */
export interface LauncherLink {
  readonly slot: Slot;
  readonly onTrial: boolean;
  /** Makes the launcher end this process and start the installed version. */
  restart(): void;
  /** Reports health while `check` succeeds, until the launcher commits this version. */
  proveHealthy(parts: ProofOptions): Promise<void>;
}

interface ProofOptions {
  version: string;
  check(): Promise<boolean>;
  clock: Clock;
  signal: AbortSignal;
}

const betweenMs = 500;

/** Returns undefined if the launcher did not start this process. */
export function findLauncher(onLost: () => void): LauncherLink | undefined {
  const slot = process.env[launchVariables.slot];
  if (process.send === undefined || (slot !== 'factory' && slot !== 'a' && slot !== 'b')) return undefined;
  const send = (message: StationMessage) => process.send?.(message, undefined, undefined, () => undefined);
  let committed = process.env[launchVariables.onTrial] !== 'yes';
  const onTrial = !committed;
  process.on('message', (message) => {
    if (isMessage<LauncherMessage>(message, 'committed')) committed = true;
  });
  // If the launcher dies, end this process, because the next start of the launcher needs the port and the data folder.
  process.once('disconnect', onLost);
  process.channel?.unref();
  return {
    slot,
    onTrial,
    restart: () => send({ stationery: 'restart' }),
    async proveHealthy({ version, check, clock, signal }) {
      while (!committed) {
        if (await check().catch(() => false)) send({ stationery: 'healthy', version });
        await sleep(clock, betweenMs, signal);
      }
    },
  };
}
