import { type ChildProcess, spawn } from 'node:child_process';
import { systemClock } from '../time/clock.ts';

/** The process that started this one and restarts it if it hangs. */
export interface Supervisor {
  /** How often to call `alive`; undefined if the supervisor expects no reports. */
  readonly aliveEveryMs: number | undefined;
  /** Call when the service accepts requests. */
  ready(): void;
  /** Call while the event loop runs. */
  alive(): void;
}

/** A start without a sign of life for this long has failed. */
const startTimeoutMs = 180_000;
const maxCallMs = 10_000;

/** Uses `systemd-notify` (10 ms of CPU time), because Node cannot write to datagram sockets. */
export function systemdSupervisor(env: NodeJS.ProcessEnv = process.env): Supervisor {
  const { NOTIFY_SOCKET, PATH } = env;
  let isReady = false;
  let isReadyTold = false;
  let isTelling = false;
  const tell = (...state: string[]) => {
    if (NOTIFY_SOCKET === undefined) return;
    const options = { env: { NOTIFY_SOCKET, PATH }, timeout: maxCallMs, stdio: 'ignore' } as const;
    let call: ChildProcess;
    try {
      call = spawn('systemd-notify', state, options);
    } catch {
      // Out of memory, or the program is being replaced. The next sign of life repeats the message.
      return;
    }
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
      // Repeat READY=1 until it is delivered, or systemd would stop the service.
      if (isReady && !isTelling) tell(...(isReadyTold ? [] : ['READY=1']), 'WATCHDOG=1');
      else if (!isReady) tell(`EXTEND_TIMEOUT_USEC=${startTimeoutMs * 1000}`);
    },
  };
}

export function pingRegularly({ aliveEveryMs, alive }: Supervisor): () => void {
  if (aliveEveryMs === undefined) return () => undefined;
  alive();
  return systemClock.every(aliveEveryMs, alive);
}

function thirdOfWatchdog({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined {
  if (WATCHDOG_PID !== undefined && WATCHDOG_PID !== String(process.pid)) return undefined;
  const watchdogMs = Number(WATCHDOG_USEC ?? Number.NaN) / 1000;
  return watchdogMs > 0 ? watchdogMs / 3 : undefined;
}
