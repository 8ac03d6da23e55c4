import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '@stationery/core/testing';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import { launch } from '../../../appliance/src/firmware/launcher/index.ts';
import {
  type FirmwareState,
  type Slot,
  SlotFolder,
} from '../../../appliance/src/firmware/slots/slot-folder.ts';
import { type Health, type TestKey, type TinyPlan, testKey, tinyBundle, tinyFiles } from './tiny-station.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const programs = {
  'launch-once': script('launch-once.mjs'),
  'update-once': script('update-once.mjs'),
  'update-under-threat': script('update-under-threat.mjs'),
};
let bundled: Promise<string> | undefined;

/**
 * Bundles each program into one file. It starts in half the time of dozens of modules, and these programs start
 * hundreds of times.
 */
async function bundlePrograms(): Promise<string> {
  // Running the command builds the code that the programs use.
  execFileSync(process.execPath, [script('../../../cli/bin/stationery.mjs'), '--version']);
  const dir = mkdtempSync(join(tmpdir(), 'stationery-programs-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const bundle = await rolldown({ input: programs, platform: 'node' });
  await bundle.write({ dir, entryFileNames: '[name].mjs' });
  await bundle.close();
  return dir;
}

/** Slots for tests. Their factory version is a tiny station. */
export class TestSlots {
  readonly slotsDir: string;
  readonly #folder: string;
  readonly #programs: string;
  readonly #key: TestKey;
  readonly #factory: string;
  #factoryVersion = '';

  static async make(): Promise<TestSlots> {
    bundled ??= bundlePrograms();
    return new TestSlots(await temporaryFolder(), await bundled);
  }

  private constructor(folder: string, programsDir: string) {
    this.#folder = folder;
    this.#programs = programsDir;
    this.slotsDir = join(folder, 'slots');
    mkdirSync(this.slotsDir);
    this.#key = testKey(folder);
    this.#factory = join(folder, 'node_modules/tiny/bin/station.mjs');
    this.installFactory('0.1.0');
  }

  /** Installs the factory version, to which the launcher belongs. */
  installFactory(version: string, health: Health = 'well'): void {
    this.#factoryVersion = version;
    for (const { path, content } of tinyFiles(version, health)) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      writeFileSync(join(this.#folder, path), content);
    }
  }

  bundle(version: string, health: Health = 'well'): string {
    const path = join(this.#folder, `${version}-${health}.stnfw`);
    writeFileSync(path, tinyBundle(version, this.#key.privateKey, health));
    return path;
  }

  get state(): FirmwareState {
    return JSON.parse(readFileSync(join(this.slotsDir, 'state.json'), 'utf8')) as FirmwareState;
  }

  /** Returns the names of the non-empty slots. */
  filled(): string {
    return readdirSync(this.slotsDir)
      .filter((name) => /^[ab]$/.test(name))
      .join();
  }

  /** Saves the slots. The returned function restores them. */
  keep(name: string): () => void {
    const kept = join(this.#folder, `kept-${name}`);
    cpSync(this.slotsDir, kept, { recursive: true });
    return () => {
      rmSync(this.slotsDir, { recursive: true, force: true });
      cpSync(kept, this.slotsDir, { recursive: true });
    };
  }

  /** Installs a bundle without a launcher. */
  update(bundle: string, running: { slot: Slot; version: string }): void {
    const { slotsDir } = this;
    const plan = { slotsDir, bundle, keyFile: this.#key.publicFile, running: running.slot };
    execFileSync(process.execPath, [
      join(this.#programs, 'update-once.mjs'),
      JSON.stringify({ ...plan, version: running.version }),
    ]);
  }

  /** Lets the current version update itself. Resolves with the output when nothing is left to start. */
  async selfUpdate(
    from: string,
    bundle: string,
    death: { dieAtStep?: number; dieAfterMs?: number } = {},
  ): Promise<string[]> {
    const logFile = join(this.#folder, 'said.txt');
    writeFileSync(logFile, '');
    const plan: TinyPlan = {
      logFile,
      from,
      bundle,
      slotsDir: this.slotsDir,
      keyFile: this.#key.publicFile,
      updater: pathToFileURL(join(this.#programs, 'update-under-threat.mjs')).href,
      ...death,
    };
    await launch({
      folder: new SlotFolder(this.slotsDir),
      factory: { version: this.#factoryVersion, entry: this.#factory },
      args: [JSON.stringify(plan)],
      trialMs: 20_000,
      say: (line) => appendFileSync(logFile, `SAYS ${line}\n`),
      stop: new AbortController().signal,
    });
    return readFileSync(logFile, 'utf8').trim().split('\n');
  }

  launch(options: { deadlyStep?: number } = {}): Launched {
    return new Launched(
      [
        join(this.#programs, 'launch-once.mjs'),
        this.slotsDir,
        this.#factory,
        String(options.deadlyStep ?? 0),
      ],
      { FACTORY_VERSION: this.#factoryVersion },
    );
  }
}

export class Launched {
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(args: readonly string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    this.exit = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    onTestFinished(async () => {
      this.kill('SIGKILL');
      await this.exit;
    });
  }

  get output(): string {
    return this.#output;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  endTrial(): void {
    this.kill('SIGUSR2');
  }

  /** Waits for output. Resolves to false if the launcher ended before its output matched. */
  async said(what: RegExp): Promise<boolean> {
    let over = false;
    const exit = this.exit.then(() => {
      over = true;
    });
    while (!what.test(this.#output) && !over) {
      await Promise.race([once(this.#child.stdout as NodeJS.ReadableStream, 'data'), exit]);
    }
    return what.test(this.#output);
  }
}
