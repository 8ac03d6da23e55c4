import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { RollbackReason } from '@stationery/contract/rollback-texts';
import { isJournal } from '@stationery/core/systemd';
import type { Clock } from '@stationery/core/time';
import type { Slot } from '../slots/slot-folder.ts';
import { isMessage, type LauncherMessage, launchVariables, type StationMessage } from './messages.ts';
import type { StationWatch } from './station-watch.ts';

interface StationRun {
  entry: string;
  args: readonly string[];
  slotsDir: string;
  slot: Slot;
  trial: { version: string; timeoutMs: number; commit(): void } | undefined;
  clock: Clock;
  /** Aborted with the name of the signal that the launcher received. */
  stop: AbortSignal;
  watch: StationWatch | undefined;
}

export interface StationEnd {
  /** Exit code as in a shell: 128 plus the number of the signal that ended the process. */
  code: number;
  /** Why a version on trial failed. */
  failure?: RollbackReason;
  /** Whether the station ignored the stop request and was killed. */
  wasKilled: boolean;
}

/** How a trial ended without a request to stop it. */
type EndOfTrial =
  | { code: 'version-not-started'; message: string }
  | { code: 'version-exited'; status: number }
  | { code: 'version-killed'; signal: string };

const healthyNeeded = 3;
const killAfterMs = 10_000;
/**
 * Time for a requested stop. It is longer than `killAfterMs`, because the station aborts uploads and closes the
 * database, but shorter than the 30 s that systemd waits.
 */
const stopTimeoutMs = 20_000;

/**
 * Starts the station with the launcher's arguments and environment, and resolves when it has ended. The
 * launcher's own variables are not passed on.
 */
export function runStation(run: StationRun): Promise<StationEnd> {
  const { trial, watch, clock } = run;
  const child = spawn(process.execPath, [run.entry, 'station', ...run.args], {
    // Keep the last output of a station on trial, because it explains a failure best.
    stdio: ['ignore', 'inherit', trial === undefined ? 'inherit' : 'pipe', 'ipc'],
    // The station has its own process group, so that Ctrl+C reaches it once, through the launcher.
    detached: true,
    env: {
      ...withoutSystemd(process.env),
      [launchVariables.slots]: run.slotsDir,
      [launchVariables.slot]: run.slot,
      [launchVariables.onTrial]: trial === undefined ? '' : 'yes',
      [launchVariables.aliveEveryMs]: String(watch?.aliveEveryMs ?? ''),
      [launchVariables.toJournal]: trial !== undefined && isJournal(2) ? 'yes' : '',
    },
  });
  const lastWords = keepLastWords(child);
  const timers: (() => void)[] = [];
  let wasKilled = false;
  const end = (signal: NodeJS.Signals, graceMs = killAfterMs) => {
    watch?.leaving();
    child.kill(signal);
    const kill = () => {
      wasKilled = true;
      child.kill('SIGKILL');
    };
    timers.push(clock.after(graceMs, kill));
  };
  const onStop = () => end(run.stop.reason as NodeJS.Signals, stopTimeoutMs);
  watch?.started(trial === undefined);
  if (run.stop.aborted) onStop();
  run.stop.addEventListener('abort', onStop, { once: true });

  let failure: ((output: string) => RollbackReason) | undefined;
  let proven = trial === undefined;
  let healthy = 0;
  const fail = (reason: (output: string) => RollbackReason) => {
    failure ??= reason;
    end('SIGTERM');
  };
  if (trial !== undefined) {
    const { version, timeoutMs } = trial;
    const late = (output: string): RollbackReason => ({ code: 'version-late', version, timeoutMs, output });
    timers.push(clock.after(timeoutMs, () => proven || fail(late)));
  }
  child.on('message', (message) => {
    if (isMessage<StationMessage>(message, 'restart')) end('SIGTERM');
    if (isMessage<StationMessage>(message, 'ready')) watch?.ready();
    if (isMessage<StationMessage>(message, 'alive')) watch?.alive();
    if (!isMessage<StationMessage>(message, 'healthy') || trial === undefined || proven) return;
    const { version: found } = message as { version?: unknown };
    const { version } = trial;
    if (found !== version) {
      return fail((output) => ({ code: 'version-mismatch', version, found: String(found), output }));
    }
    if (++healthy < healthyNeeded || failure !== undefined) return;
    proven = true;
    watch?.proven();
    trial.commit();
    child.send({ stationery: 'committed' } satisfies LauncherMessage, () => undefined);
  });

  return new Promise((resolve) => {
    const over = (code: number, how: EndOfTrial) => {
      for (const cancel of timers) cancel();
      watch?.leaving();
      run.stop.removeEventListener('abort', onStop);
      if (trial === undefined || proven || (run.stop.aborted && failure === undefined)) {
        return resolve({ code, wasKilled });
      }
      const output = lastWords();
      const { version } = trial;
      resolve({ code, wasKilled, failure: failure?.(output) ?? { ...how, version, output } });
    };
    child.on('error', (error) => {
      if (child.pid === undefined) over(1, { code: 'version-not-started', message: error.message });
    });
    child.on('close', (code, signal) =>
      signal === null
        ? over(code ?? 1, { code: 'version-exited', status: code ?? 1 })
        : over(128 + constants.signals[signal], { code: 'version-killed', signal }),
    );
  });
}

/** Removes the variables that systemd sets for the launcher only. */
function withoutSystemd(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, RUNTIME_DIRECTORY, ...rest } = env;
  return rest;
}

function keepLastWords(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    tail = (tail + chunk.toString('utf8')).slice(-2000);
  });
  return () => (tail.trim().split('\n').at(-1) ?? '').replace(/^<\d>/, '').slice(0, 300);
}
