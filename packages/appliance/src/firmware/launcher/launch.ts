import { constants } from 'node:os';
import { join } from 'node:path';
import { type RollbackReason, rollback } from '@stationery/contract/rollback-texts';
import type { Priority, Supervisor } from '@stationery/core/systemd';
import { type Clock, systemClock } from '@stationery/core/time';
import { compareVersions } from '../bundle/firmware-version.ts';
import type { FirmwareState, Slot, SlotContent, SlotFolder } from '../slots/slot-folder.ts';
import { runStation, type StationEnd } from './run-station.ts';
import { StationWatch } from './station-watch.ts';

export interface LaunchOptions {
  folder: SlotFolder;
  /** The launcher's own installation, used if no slot is valid. Its entry is an absolute path. */
  factory: SlotContent;
  /** Arguments passed on to the station. */
  args: readonly string[];
  trialMs: number;
  say: WriteLine;
  stop: AbortSignal;
  /** Usually systemd, which restarts the launcher if it hangs. */
  supervisor?: Supervisor;
  clock?: Clock;
}

/**
 * Maximum number of starts of a version on trial. A start without a result means a power cut or a crash of the
 * whole machine.
 */
const maxTries = 3;

/** Runs the station until it is stopped. A version on trial starts first and is then committed or rolled back. */
export async function launch(parts: LaunchOptions): Promise<number> {
  const { folder, say, supervisor, clock = systemClock } = parts;
  const state = new LaunchState(folder, say);
  try {
    folder.make();
  } catch (error) {
    say(`the folder for updates cannot be created: ${(error as Error).message}`, 'warning');
  }
  if (!folder.isDecided()) state.change({});
  tryNewerFactory(parts, state);
  const watch = supervisor === undefined ? undefined : new StationWatch(supervisor, clock);
  try {
    return await runInTurn(parts, state, watch);
  } finally {
    watch?.close();
  }
}

async function runInTurn(
  parts: LaunchOptions,
  state: LaunchState,
  watch: StationWatch | undefined,
): Promise<number> {
  const { folder, factory, args, trialMs, say, stop, clock = systemClock } = parts;
  for (;;) {
    const { slot, content, onTrial } = choose(parts, state);
    const { version } = content;
    say(`starting ${version} from ${slot}${onTrial ? ', on trial' : ''}`);
    const commit = () => {
      state.change(committed(state.read(), slot, version));
      say(`${version} is healthy and stays`);
    };
    const end = await runStation({
      entry: slot === 'factory' ? factory.entry : join(folder.folderOf(slot), content.entry),
      args,
      slotsDir: folder.path,
      slot,
      clock,
      stop,
      watch,
      trial: onTrial ? { version, timeoutMs: trialMs, commit } : undefined,
    });
    if (end.failure !== undefined) goBack(parts, state, { slot, version }, end.failure);
    if (stop.aborted) return codeOfStop(end, stop, say);
    // Return unless the station ended in order to start an installed update.
    if (end.failure === undefined && state.read().trial === null) return end.code;
  }
}

/** Returns the exit code after a requested stop, which counts as a success even if the station had to be killed. */
function codeOfStop({ code, wasKilled }: StationEnd, stop: AbortSignal, say: WriteLine): number {
  if (wasKilled) say('the station did not stop in time and was killed', 'warning');
  const asked = 128 + constants.signals[stop.reason as NodeJS.Signals];
  return wasKilled || code === asked ? 0 : code;
}

/**
 * Tries the factory version if it is newer, so that an older update does not hide a newly installed package. A
 * version that has failed is not tried again.
 */
function tryNewerFactory({ folder, factory: { version } }: LaunchOptions, state: LaunchState): void {
  const { active, trial, highest, last } = state.read();
  if (active === 'factory' || trial !== null) return;
  const others = [highest, folder.contentOf(active)?.version ?? null];
  const isNewer = others.every((other) => other === null || compareVersions(version, other) > 0);
  if (!isNewer || (last?.result === 'rolled-back' && last.version === version)) return;
  state.change({ trial: { slot: 'factory', version, tries: 0 } });
}

interface Choice {
  slot: Slot;
  content: SlotContent;
  onTrial: boolean;
}

type Fault = { kind: 'incomplete' } | { kind: 'damaged'; damage: string };

function versionFault(version: string, fault: Fault): RollbackReason {
  return fault.kind === 'incomplete'
    ? { code: 'version-incomplete', version }
    : { code: 'version-damaged', version, damage: fault.damage };
}

function slotFault(slot: Slot, fault: Fault | undefined): RollbackReason {
  if (fault === undefined) return { code: 'slot-failed', slot };
  return fault.kind === 'incomplete'
    ? { code: 'slot-incomplete', slot }
    : { code: 'slot-damaged', slot, damage: fault.damage };
}

function choose(parts: LaunchOptions, state: LaunchState): Choice {
  const { folder, factory, say } = parts;
  const contentOf = (slot: Slot) => (slot === 'factory' ? factory : folder.contentOf(slot));
  /** Returns what is wrong with a version. Reads all its files. */
  const faultOf = (slot: Slot): Fault | undefined => {
    if (contentOf(slot) === undefined) return { kind: 'incomplete' };
    const damage = folder.damageOf(slot);
    return damage === undefined ? undefined : { kind: 'damaged', damage };
  };
  const { trial, active } = state.read();
  if (trial !== null) {
    const { slot, version, tries } = trial;
    const fault = tries < maxTries ? faultOf(slot) : undefined;
    if (tries < maxTries && fault === undefined) {
      state.change({ trial: { ...trial, tries: tries + 1 } });
      return { slot, content: contentOf(slot) ?? factory, onTrial: true };
    }
    goBack(
      parts,
      state,
      trial,
      fault === undefined ? { code: 'version-unproven', version, tries } : versionFault(version, fault),
    );
  }
  const faults = new Map<Slot, Fault>();
  const isGood = (each: Slot) => {
    const fault = each === 'factory' ? undefined : faultOf(each);
    if (fault !== undefined) faults.set(each, fault);
    return fault === undefined;
  };
  const order = new Set<Slot>([active, 'a', 'b', 'factory']);
  // Never remove the factory version: even if its trial failed, it is better than no version at all.
  if (trial !== null && trial.slot !== 'factory') order.delete(trial.slot);
  const slot = [...order].find(isGood) ?? 'factory';
  if (slot !== active) {
    const why = rollback(slotFault(active, faults.get(active)));
    say(`${why.reason} Starting ${slot} instead.`, 'warning');
    state.change({ active: slot, last: { version: null, result: 'rolled-back', ...why } });
  }
  return { slot, content: contentOf(slot) ?? factory, onTrial: false };
}

function committed({ highest }: FirmwareState, active: Slot, version: string): FirmwareState {
  return {
    active,
    highest: highest === null || compareVersions(version, highest) > 0 ? version : highest,
    trial: null,
    last: { version, result: 'committed', reason: null },
  };
}

function goBack(
  { say, folder }: LaunchOptions,
  state: LaunchState,
  { slot, version }: { slot: Slot; version: string },
  cause: RollbackReason,
): void {
  const why = rollback(cause);
  say(`going back: ${why.reason}`, 'warning');
  state.change({ trial: null, last: { version, result: 'rolled-back', ...why } });
  try {
    folder.condemn(slot);
  } catch {
    // Ignore errors, because the mark only matters if the state file is lost.
  }
}

export type WriteLine = (line: string, priority?: Priority) => void;

/**
 * The state of the slots. A full disk must not prevent a start, so a change that cannot be written applies to
 * this run, unless the file changes meanwhile.
 */
class LaunchState {
  readonly #folder: SlotFolder;
  readonly #say: WriteLine;
  #unwritten: { state: FirmwareState; insteadOf: string } | undefined;

  constructor(folder: SlotFolder, say: WriteLine) {
    this.#folder = folder;
    this.#say = say;
  }

  read(): FirmwareState {
    const kept = this.#folder.read();
    return this.#unwritten?.insteadOf === JSON.stringify(kept) ? this.#unwritten.state : kept;
  }

  change(change: Partial<FirmwareState>): void {
    const state = { ...this.read(), ...change };
    try {
      this.#folder.write(state);
      this.#unwritten = undefined;
    } catch (error) {
      this.#say(`the state cannot be written: ${(error as Error).message}`, 'warning');
      this.#unwritten = { state, insteadOf: JSON.stringify(this.#folder.read()) };
    }
  }
}
