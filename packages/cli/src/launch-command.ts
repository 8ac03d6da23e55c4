import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isJournal,
  RestartDelay,
  runtimeFolder,
  systemdSupervisor,
  withPriority,
} from '@stationery/core/systemd';
import { launch, launchVariables, SlotFolder, type WriteLine } from '@stationery/station/launcher';
import { ownVersion } from './own-version.ts';

const defaultTrialSeconds = 60;

export function launchHelp(): string {
  return `Usage: stationery launch [--firmware-slots <folder>] [--trial-seconds <seconds>] [options of the station]

Starts the base station in its newest version, and goes back to the one before when that does not work. All other
options are handed on: see “stationery station --help”.

Options:
  --firmware-slots <folder>
      Where versions are installed
      STATION_FIRMWARE_SLOTS, default: stationery-data/firmware
  --trial-seconds <seconds>
      How long a new version has to prove itself healthy
      STATION_FIRMWARE_TRIAL_SECONDS, default: ${defaultTrialSeconds}

Examples:
  stationery launch --http-port 8080
  STATION_FIRMWARE_KEYS=/etc/stationery/release.pub stationery launch --firmware-slots /var/lib/stationery/firmware
`;
}

/**
 * The launcher stands apart from all other commands: it loads nothing but Node and itself, so that it works
 * when nothing else does.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (['--help', '-h'].includes(args[0] ?? '')) {
    process.stdout.write(launchHelp());
    return 0;
  }
  const rest = [...args];
  const { env } = process;
  const slots = takeOption(rest, '--firmware-slots') ?? env[launchVariables.slots] ?? '';
  const seconds = takeOption(rest, '--trial-seconds') ?? env.STATION_FIRMWARE_TRIAL_SECONDS ?? '';
  const trialSeconds = seconds === '' ? defaultTrialSeconds : Number(seconds);
  if (!(trialSeconds > 0 && trialSeconds <= 3600)) {
    process.stderr.write(
      `stationery launch: --trial-seconds must be a number up to 3600, not “${seconds}”\n`,
    );
    return 2;
  }
  const stop = stopSignal();
  const delay = new RestartDelay(runtimeFolder(env));
  await delay.wait(stop, (line) => say(line, 'warning'));
  // Asked to stop before anything was started.
  if (stop.aborted) {
    delay.forget();
    return 0;
  }
  const code = await launch({
    folder: new SlotFolder(resolve(slots === '' ? 'stationery-data/firmware' : slots)),
    factory: {
      version: ownVersion(),
      entry: fileURLToPath(new URL('../bin/stationery.mjs', import.meta.url)),
    },
    args: rest,
    trialMs: trialSeconds * 1000,
    say,
    stop,
    supervisor: systemdSupervisor(),
  });
  if (stop.aborted) delay.forget();
  return code;
}

const say: WriteLine = (line, priority = 'info') => {
  const text = `stationery launch: ${line}\n`;
  process.stderr.write(isJournal(2) ? withPriority(text, priority) : text);
};

function takeOption(args: string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const joined = args[at]?.startsWith(`${name}=`);
  const taken = args.splice(at, joined ? 1 : 2);
  return joined ? taken[0]?.slice(name.length + 1) : taken[1];
}

/** Aborted with the name of the signal, which is passed on. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name));
  }
  process.stderr.on('error', () => undefined);
  return controller.signal;
}
