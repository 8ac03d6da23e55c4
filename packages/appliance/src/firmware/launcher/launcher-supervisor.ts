import type { Supervisor } from '@stationery/core/systemd';
import { launchVariables, type StationMessage } from './messages.ts';

/** Returns a supervisor that notifies the launcher, which passes the notifications on to systemd. */
export function launcherSupervisor(): Supervisor | undefined {
  const { env } = process;
  if (process.send === undefined || env[launchVariables.slot] === undefined) return undefined;
  const send = (message: StationMessage) => process.send?.(message, undefined, undefined, () => undefined);
  const everyMs = Number(env[launchVariables.aliveEveryMs] ?? '');
  return {
    aliveEveryMs: everyMs > 0 ? everyMs : undefined,
    ready: () => send({ stationery: 'ready' }),
    alive: () => send({ stationery: 'alive' }),
  };
}
