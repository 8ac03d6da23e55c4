import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  fingerprintOf,
  networkSettings,
  readPresets,
  readResult,
  type SetupResult,
  ssidFor,
  writePresets,
} from '@stationery/appliance';
import { type Setup, type SetupChange, type SetupProblem, setupProblem } from '@stationery/contract';
import { AppError, type Clock, SettingError, type StoredValue, writeDurablySync } from '@stationery/core';
import { type StationConfig, stationSettings } from '../config.ts';
import { nicknameProblem } from '../settings/nickname.ts';
import type { SetupMachine } from './setup-machine.ts';
import type { SetupStep, StoredSetup } from './stored-setup.ts';

interface SetupDeps {
  config: StationConfig;
  stored: StoredValue<StoredSetup>;
  machine: SetupMachine;
  hasPin: () => boolean;
  clock: Clock;
  serial: string;
  rename: (nickname: string) => void;
  onChange: (setup: Setup) => void;
}

const stepOfPreset: Record<string, SetupStep> = {
  name: 'name',
  run: 'role',
  reader: 'reader',
  clock: 'clock',
  token: 'access',
  country: 'wifi',
  passphrase: 'wifi',
};
const stepOfAttribute: Record<string, SetupStep> = {
  ...stepOfPreset,
  language: 'language',
  role: 'role',
  time: 'clock',
};
const pollMs = 1000;
/**
 * Limits for the start and the end of applying a request. The unit that applies it reports its start, and
 * systemd stops it after 15 minutes.
 */
const [maxWaitMs, maxRunMs] = [180_000, 16 * 60_000];
const maxWifiNameBytes = 32;
/** Times outside this range are refused as wrong. */
const clockRange = [Date.UTC(2024, 0), Date.UTC(2100, 0)] as const;

/**
 * The setup on the page. The station may not change the system, so it writes the answers to a file, which
 * “stationery setup” applies as root.
 */
export class StationSetup {
  readonly #deps: SetupDeps;
  readonly #draftPath: string;
  #stopWaiting: (() => void) | undefined;

  constructor(deps: SetupDeps) {
    this.#deps = deps;
    this.#draftPath = join(deps.config.dataDir, 'setup-draft.toml');
    this.#checkResult();
  }

  get isFirstRun(): boolean {
    return this.#deps.config.setupFile !== undefined && !this.#deps.stored.get().isFinished;
  }

  read(): Setup {
    const { config, machine, serial, stored } = this.#deps;
    const { revision, done, language, problem } = stored.get();
    const draft = this.#draft();
    const { network } = config;
    const passphrase = draft.get('passphrase');
    const token = draft.get('token') ?? config.token ?? '';
    return {
      first_run: this.isFirstRun,
      revision,
      done: [...done],
      unavailable: this.#unavailable(),
      language,
      role: (draft.get('run') as Setup['role'] | undefined) ?? this.#role(),
      reader: config.reader,
      readers: config.setupFile === undefined ? [] : [...new Set([config.reader, ...machine.readers()])],
      token_set: token !== '',
      wifi: {
        name: draft.get('name') ?? network?.wifiSsid ?? ssidFor(serial),
        country: draft.get('country') ?? network?.wifiCountry ?? null,
        open: passphrase === undefined ? network?.wifiSecurity === 'open' : passphrase === '',
      },
      time: new Date().toISOString(),
      pending: [...new Set([...draft.keys()].flatMap((key) => stepOfPreset[key] ?? []))],
      applying: this.#isApplying(),
      problem: problem ?? null,
    };
  }

  /** Checks all answers before storing any of them. */
  change({ revision, apply = false, ...answers }: SetupChange): Setup {
    const { config, stored } = this.#deps;
    const before = stored.get();
    if (revision !== undefined && revision !== before.revision)
      throw new AppError(
        'setup-changed',
        'The settings were changed on another phone. Check them, then save again.',
      );
    const presets = this.#presets(answers);
    const now = new Map([...presets].filter(([key]) => key === 'reader' || key === 'clock'));
    const draft = this.#withoutApplied(new Map([...this.#draft(), ...presets]));
    for (const key of now.keys()) draft.delete(key);
    const request = apply ? new Map([...draft, ...now]) : now;
    if (request.size > 0 && this.#isApplying())
      throw new AppError('setup-applying', 'The settings are being changed. Wait a minute, then try again.');

    const { name, language, done = [], first_run } = answers;
    if (name !== undefined) this.#deps.rename(name.trim());
    const answered = Object.keys(answers).flatMap((key) => stepOfAttribute[key] ?? []);
    this.#saveDraft(draft);
    const text = writePresets(request);
    stored.set({
      ...before,
      revision: before.revision + 1,
      done: [...new Set([...before.done, ...answered, ...done])],
      ...(language !== undefined && { language }),
      ...(first_run === false && { isFinished: true }),
      ...(request.size > 0 && { requested: fingerprintOf(text), problem: undefined }),
    });
    if (request.size > 0) {
      writeDurablySync(config.setupFile!, text, undefined, 0o600);
      this.#waitForResult();
    }
    const after = this.read();
    this.#deps.onChange(after);
    return after;
  }

  close(): void {
    this.#stopWaiting?.();
  }

  #role(): Setup['role'] {
    const { frontPage, network } = this.#deps.config;
    if (frontPage === 'plotter') return 'plotter';
    return network?.wifiPlotter === 'on' ? 'both' : 'station';
  }

  #unavailable(): Setup['unavailable'] {
    const { config, machine, hasPin } = this.#deps;
    const isService = config.setupFile !== undefined;
    const wifi = machine.wifi(config.network?.wifiInterface ?? networkSettings.wifiInterface.default);
    const isProtected = hasPin() && machine.isTimeTrusted();
    const clock = machine.clock() ?? (isProtected ? 'clock-protected' : undefined);
    const obstacles = {
      role: isService ? undefined : 'not-a-service',
      clock: isService ? clock : 'not-a-service',
      access: isService ? undefined : 'not-a-service',
      wifi: isService ? wifi : 'not-a-service',
    } as const;
    return Object.entries(obstacles).flatMap(([step, code]) =>
      code === undefined ? [] : [{ step: step as SetupStep, code }],
    );
  }

  /** Throws if an answer is wrong or not possible on this machine. */
  #presets({ name, role, reader, time, token, country, passphrase }: SetupChange): Map<string, string> {
    const { config } = this.#deps;
    const unavailable = this.#unavailable();
    const needs = (step: SetupStep) => {
      if (config.setupFile === undefined || unavailable.some((each) => each.step === step))
        throw new AppError('setup-unavailable', `“${step}” cannot be changed on this machine.`);
    };
    const found = new Map<string, string>();
    if (name !== undefined) {
      const trimmed = name.trim();
      check('name', () => nicknameProblem(trimmed));
      if (!unavailable.some(({ step }) => step === 'wifi')) {
        check('name', () =>
          Buffer.byteLength(trimmed) > maxWifiNameBytes
            ? 'The name is too long for the name of the Wi-Fi. Choose a shorter one, up to 32 letters.'
            : undefined,
        );
        found.set('name', trimmed);
      }
    }
    if (role !== undefined) {
      needs('role');
      found.set('run', role);
    }
    if (reader !== undefined) {
      needs('reader');
      check('reader', () => (this.read().readers.includes(reader) ? undefined : 'There is no such reader.'));
      found.set('reader', reader);
    }
    if (time !== undefined) {
      needs('clock');
      const timeMs = Date.parse(time);
      check('time', () =>
        timeMs > clockRange[0] && timeMs < clockRange[1] ? undefined : 'The time is not valid.',
      );
      // Store an offset and not the time, because the request may wait.
      found.set('clock', String(timeMs - Date.now()));
    }
    if (token !== undefined) {
      needs('access');
      if (token !== null) check('token', () => void requireText(token, stationSettings.token.read));
      found.set('token', token ?? '');
    }
    if (country !== undefined) {
      needs('wifi');
      check('country', () => void requireText(country, networkSettings.wifiCountry.read));
      found.set('country', country.toUpperCase());
    }
    if (passphrase !== undefined) {
      needs('wifi');
      if (passphrase !== null)
        check('passphrase', () => void requireText(passphrase, networkSettings.wifiPassphrase.read));
      found.set('passphrase', passphrase ?? '');
    }
    return found;
  }

  #draft(): Map<string, string> {
    return existsSync(this.#draftPath) ? readPresets(readFileSync(this.#draftPath, 'utf8')) : new Map();
  }

  #saveDraft(draft: ReadonlyMap<string, string>): void {
    if (draft.size === 0) rmSync(this.#draftPath, { force: true });
    else writeDurablySync(this.#draftPath, writePresets(draft), undefined, 0o600);
  }

  #isApplying(): boolean {
    const { setupFile } = this.#deps.config;
    const isApplying = setupFile !== undefined && existsSync(setupFile);
    if (isApplying) this.#waitForResult();
    return isApplying;
  }

  /** Does nothing while a request is being applied. */
  #checkResult(): void {
    if (this.#isApplying()) return;
    const { requested } = this.#deps.stored.get();
    const result = this.#result();
    if (requested !== undefined && result?.request === requested) this.#ended(result.problem ?? undefined);
  }

  #result(): SetupResult | undefined {
    const { setupResult } = this.#deps.config;
    return setupResult === undefined ? undefined : readResult(setupResult);
  }

  #ended(problem: SetupProblem | undefined): void {
    const { stored } = this.#deps;
    const { requested: _, ...before } = stored.get();
    this.#saveDraft(this.#withoutApplied(this.#draft()));
    stored.set({ ...before, revision: before.revision + 1, problem });
  }

  #withoutApplied(draft: ReadonlyMap<string, string>): Map<string, string> {
    const { network, token = '' } = this.#deps.config;
    const inEffect: Record<string, string | undefined> = {
      name: network?.wifiSsid,
      run: this.#role(),
      country: network?.wifiCountry,
      token,
      passphrase: network?.wifiSecurity === 'open' ? '' : network?.wifiPassphrase,
    };
    return new Map([...draft].filter(([key, value]) => inEffect[key] !== value));
  }

  #waitForResult(): void {
    const { clock, config, stored } = this.#deps;
    const sinceMs = clock.nowMs();
    this.#stopWaiting ??= clock.every(pollMs, () => {
      const isApplying = this.#isApplying();
      const maxMs = this.#result()?.isRunning ? maxRunMs : maxWaitMs;
      if (isApplying && clock.nowMs() - sinceMs < maxMs) return;
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
      if (isApplying) {
        rmSync(config.setupFile!, { force: true });
        if (stored.get().requested !== undefined) this.#ended(setupProblem('settings-not-applied'));
      } else this.#checkResult();
      this.#deps.onChange(this.read());
    });
  }
}

function check(attribute: string, problemOf: () => string | undefined): void {
  const fail = (message: string) => {
    throw new AppError('invalid-request', message, { pointer: `/data/attributes/${attribute}` });
  };
  try {
    const problem = problemOf();
    if (problem !== undefined) fail(problem);
  } catch (error) {
    if (error instanceof SettingError) fail(`The ${attribute} ${error.message}.`);
    throw error;
  }
}

/** Checks a text that must not be empty. The parser alone would accept an empty text as no value. */
function requireText(value: string, read: (text: string) => unknown): void {
  if (value === '') throw new SettingError('must not be empty');
  read(value);
}
