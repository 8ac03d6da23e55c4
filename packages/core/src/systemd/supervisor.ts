import { spawn } from 'node:child_process';
import { type Clock, systemClock } from '../time/clock.ts';

/** What started this process and restarts it when it hangs. */
export interface Supervisor {
  /** How often it wants to hear that the process is alive; undefined where it does not. */
  readonly aliveEveryMs: number | undefined;
  /** The service answers. */
  ready(): void;
  /** The event loop turns. */
  alive(): void;
}

/** A start that continues for longer than this without a sign of life has failed. */
const startTimeoutMs = 180_000;
const longestCallMs = 10_000;

/**
 * systemd, where it started this process and waits to hear from it; otherwise nothing happens. Node cannot write to
 * the datagram socket that systemd listens on, so `systemd-notify` does: it comes with systemd, knows every kind of
 * address, and costs 10 ms of processor time, three times in a `WatchdogSec`.
 */
export function systemdSupervisor(env: NodeJS.ProcessEnv = process.env): Supervisor {
  const { NOTIFY_SOCKET, PATH } = env;
  let isReady = false;
  let isReadyTold = false;
  let isTelling = false;
  const tell = (...state: string[]) => {
    if (NOTIFY_SOCKET === undefined) return;
    const options = { env: { NOTIFY_SOCKET, PATH }, timeout: longestCallMs, stdio: 'ignore' } as const;
    const call = spawn('systemd-notify', state, options);
    isTelling = true;
    call.once('error', () => {
      isTelling = false;
    });
    call.once('exit', (status) => {
      isTelling = false;
      if (status === 0 && state.includes('READY=1')) isReadyTold = true;
    });
    call.unref();
  };
  return {
    aliveEveryMs: NOTIFY_SOCKET === undefined ? undefined : thirdOfWatchdog(env),
    ready() {
      if (isReady) return;
      isReady = true;
      tell('READY=1');
    },
    alive() {
      // One that systemd does not answer says it as well as two. Without READY=1 a service that answers would be stopped.
      if (isReady && !isTelling) tell(...(isReadyTold ? [] : ['READY=1']), 'WATCHDOG=1');
      else if (!isReady) tell(`EXTEND_TIMEOUT_USEC=${startTimeoutMs * 1000}`);
    },
  };
}

/** From now on notifies the supervisor at an interval, as long as the event loop runs. */
export function pingRegularly({ aliveEveryMs, alive }: Supervisor, clock: Clock = systemClock): () => void {
  if (aliveEveryMs === undefined) return () => undefined;
  alive();
  return clock.every(aliveEveryMs, alive);
}

function thirdOfWatchdog({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined {
  if (WATCHDOG_PID !== undefined && WATCHDOG_PID !== String(process.pid)) return undefined;
  const watchdogMs = Number(WATCHDOG_USEC ?? Number.NaN) / 1000;
  return watchdogMs > 0 ? watchdogMs / 3 : undefined;
}
