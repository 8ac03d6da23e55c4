import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, launchVariables, SlotFolder, type WriteLine } from '@stationery/appliance/launcher';
import { SettingError } from '@stationery/core/settings';
import {
  isJournal,
  RestartDelay,
  runtimeFolder,
  systemdSupervisor,
  withPriority,
} from '@stationery/core/systemd';
import { packageVersion } from '@stationery/core/version';
import { defineCommand } from './command-line/command.ts';
import { helpOf } from './command-line/help.ts';
import { asksForHelp, parseArguments } from './command-line/parse-arguments.ts';
import { exitCodes } from './terminal/exit-codes.ts';

const defaultTrialSeconds = 60;
const maxTrialSeconds = 3600;

export const launchCommand = defineCommand({
  summary: 'Run the newest working version of the base station',
  arguments: '[options of the station]',
  about: `Starts the newest installed version, and restores the previous one if that does not work. All other options are passed to
the station: see “stationery station --help”.`,
  keepsRunning: true,
  ownSignals: true,
  passesOn: true,
  options: {
    'firmware-slots': {
      placeholder: '<folder>',
      help: 'Where versions are installed (STATION_FIRMWARE_SLOTS), default: stationery-data/firmware',
      completes: 'folder',
    },
    'trial-seconds': {
      placeholder: '<seconds>',
      help: `How long a new version is on trial (STATION_FIRMWARE_TRIAL_SECONDS), default: ${defaultTrialSeconds}`,
    },
  },
  examples: [
    'stationery launch --http-port 8080',
    'STATION_FIRMWARE_KEYS=/etc/stationery/release.pub stationery launch --firmware-slots /var/lib/stationery/firmware',
  ],
  run: ({ options, rest, env }) => launchStation(options, rest, env),
});

/**
 * Starts the launcher. Loads only Node modules, the parser and the launcher, so that it works even if
 * everything else is broken.
 */
export async function main(words: readonly string[]): Promise<number> {
  if (asksForHelp(words)) {
    process.stdout.write(helpOf('launch', launchCommand));
    return exitCodes.good;
  }
  try {
    const { options, rest } = parseArguments(launchCommand, words);
    return await launchStation(options as unknown as LaunchOptions, rest, process.env);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    writeLine(error.message, 'error');
    return exitCodes.usage;
  }
}

interface LaunchOptions {
  'firmware-slots': string | undefined;
  'trial-seconds': string | undefined;
}

async function launchStation(
  options: LaunchOptions,
  rest: string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const slots = options['firmware-slots'] ?? env[launchVariables.slots] ?? '';
  const seconds = options['trial-seconds'] ?? env.STATION_FIRMWARE_TRIAL_SECONDS ?? '';
  const trialSeconds = seconds === '' ? defaultTrialSeconds : Number(seconds);
  if (!(trialSeconds > 0 && trialSeconds <= maxTrialSeconds))
    throw new SettingError(`--trial-seconds must be a number up to ${maxTrialSeconds}, not “${seconds}”`);
  const stop = stopSignal();
  const delay = new RestartDelay(runtimeFolder(env));
  await delay.wait(stop, (line) => writeLine(line, 'warning'));
  if (stop.aborted) {
    delay.forget();
    return exitCodes.good;
  }
  const code = await launch({
    folder: new SlotFolder(resolve(slots === '' ? 'stationery-data/firmware' : slots)),
    factory: {
      version: packageVersion,
      entry: fileURLToPath(new URL('../bin/stationery.mjs', import.meta.url)),
    },
    args: rest,
    trialMs: trialSeconds * 1000,
    say: writeLine,
    stop,
    supervisor: systemdSupervisor(),
  });
  if (stop.aborted) delay.forget();
  return code;
}

const writeLine: WriteLine = (line, priority = 'info') => {
  const text = `stationery launch: ${line}\n`;
  process.stderr.write(isJournal(2) ? withPriority(text, priority) : text);
};

/**
 * Returns a signal that is aborted when the process is asked to stop.
 * Its reason is the name of the Unix signal, to be passed on.
 */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort(name));
  }
  process.stderr.on('error', () => undefined);
  return controller.signal;
}
