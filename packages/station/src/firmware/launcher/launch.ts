import { join } from 'node:path';
import { compareVersions } from '../bundle/firmware-version.ts';
import type { FirmwareState, Slot, SlotContent, SlotFolder } from '../slots/slot-folder.ts';
import { LaunchState } from './launch-state.ts';
import { runStation } from './run-station.ts';

export interface LaunchParts {
  folder: SlotFolder;
  /** The installation of the launcher itself, which runs where no slot does. Its entry is a whole path. */
  factory: SlotContent;
  /** Handed on to the station. */
  args: readonly string[];
  trialMs: number;
  say(line: string): void;
  stop: AbortSignal;
}

/** A start that ended without a word was a power cut, or a station that took the whole machine with it. */
const mostTries = 3;

/**
 * Starts the active version and gives its exit status. A version on trial is started first; it is committed
 * when it proves itself, and left for the one before in every other case.
 */
export async function launch(parts: LaunchParts): Promise<number> {
  const { folder, factory, args, trialMs, say, stop } = parts;
  const state = new LaunchState(folder, say);
  try {
    folder.make();
  } catch (error) {
    say(`the folder for updates cannot be made: ${(error as Error).message}`);
  }
  if (!folder.isDecided()) state.change({});
  tryNewerFactory(parts, state);
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
      stop,
      trial: onTrial ? { version, timeoutMs: trialMs, commit } : undefined,
    });
    if (end.failure !== undefined) goBack(parts, state, { slot, version }, end.failure);
    if (stop.aborted) return end.code;
    // An update that was installed in the meantime is what the station ended for.
    if (end.failure === undefined && state.read().trial === null) return end.code;
  }
}

/**
 * A package that was installed over an older one brings a new factory’s version, which must not be hidden by an
 * update from before. It proves itself like any other; one that failed is not tried again.
 */
function tryNewerFactory({ folder, factory: { version } }: LaunchParts, state: LaunchState): void {
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

function choose(parts: LaunchParts, state: LaunchState): Choice {
  const { folder, factory, say } = parts;
  const contentOf = (slot: Slot) => (slot === 'factory' ? factory : folder.contentOf(slot));
  /** Why a version cannot be started. Every file of it is read for this, so only those that are about to be are asked. */
  const faultOf = (slot: Slot) => {
    if (contentOf(slot) === undefined) return 'is not whole any more';
    const damage = folder.damageOf(slot);
    return damage === undefined ? undefined : `is damaged: ${damage}`;
  };
  const { trial, active } = state.read();
  if (trial !== null) {
    const { slot, tries } = trial;
    const fault = tries < mostTries ? faultOf(slot) : `was started ${tries} times and never got healthy`;
    if (fault === undefined) {
      state.change({ trial: { ...trial, tries: tries + 1 } });
      return { slot, content: contentOf(slot) ?? factory, onTrial: true };
    }
    goBack(parts, state, trial, fault);
  }
  const faults = new Map<Slot, string>();
  const isGood = (each: Slot) => {
    const fault = each === 'factory' ? undefined : faultOf(each);
    if (fault !== undefined) faults.set(each, fault);
    return fault === undefined;
  };
  const order = new Set<Slot>([active, 'a', 'b', 'factory']);
  // A factory’s version that has failed is still better than none.
  if (trial !== null && trial.slot !== 'factory') order.delete(trial.slot);
  const slot = [...order].find(isGood) ?? 'factory';
  if (slot !== active) {
    const reason = `The version in slot ${active} ${faults.get(active) ?? 'failed'}.`;
    say(`${reason} Starting ${slot} instead.`);
    state.change({ active: slot, last: { version: null, result: 'rolled-back', reason } });
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
  { say, folder }: LaunchParts,
  state: LaunchState,
  { slot, version }: { slot: Slot; version: string },
  why: string,
): void {
  const reason = `Version ${version} ${why}.`;
  say(`going back: ${reason}`);
  state.change({ trial: null, last: { version, result: 'rolled-back', reason } });
  try {
    folder.condemn(slot);
  } catch {
    // It is left already; this only keeps it from being taken for good where the state is lost.
  }
}
