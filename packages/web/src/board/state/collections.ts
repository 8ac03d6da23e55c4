import { signal } from '@preact/signals';
import type { BoardCollection, BoardDevice, RollOutStage } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { board } from '../client.ts';
import { explainError } from './describe-reason.ts';
import { devicesByName } from './device-order.ts';
import { runAction } from './run-action.ts';

const texts = boardTexts.collections;

export const collections = signal<readonly BoardCollection[] | undefined>(undefined);

/** Why the first read failed. If later reads fail, the page keeps the old list. */
export const collectionsProblem = signal<string | undefined>(undefined);

export async function readCollections(): Promise<void> {
  try {
    collections.value = await board.collections();
  } catch (error) {
    collectionsProblem.value = explainError(error);
  }
}

export async function rollOut(name: string, stage: RollOutStage): Promise<boolean> {
  const now = await runAction(`roll out ${name}`, () => board.rollOut(name, stage));
  if (now === undefined) return false;
  showCollection(now);
  showToast({ message: texts.rolling(now.rollOut?.version ?? now.newest.version, name) });
  return true;
}

export async function stopRollOut(name: string): Promise<void> {
  const now = await runAction(`stop ${name}`, () => board.stopRollOut(name));
  if (now === undefined) return;
  showCollection(now);
  showToast({ message: texts.stopped(name) });
}

/** Returns whether a station has the version or is to get it. Such a version must not be deleted. */
export function isInUse({ name, rollOut: now }: BoardCollection, version: number): boolean {
  if (now !== null && [now.version, now.before].includes(version)) return true;
  return devicesByName.value.some(({ state }) => {
    const carried = state.station?.collection;
    return carried?.name === name && [carried.version, carried.wanted].includes(version);
  });
}

export async function deleteVersion(name: string, version: number): Promise<void> {
  const now = await runAction(`delete ${name} ${version}`, () => board.deleteVersion(name, version));
  if (now === undefined) return;
  showCollection(now);
  showToast({ message: texts.deleted(version, name) });
}

export function showCollection(now: BoardCollection): void {
  const others = (collections.value ?? []).filter(({ name }) => name !== now.name);
  collections.value = [...others, now].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export interface RollOutProgress {
  state: keyof typeof texts.states;
  followers: readonly BoardDevice[];
  wanted: readonly BoardDevice[];
  /** Wanted stations that do not have the version yet. */
  open: readonly BoardDevice[];
}

/** Counts from the stations' reports, because they are newer than the board's list. */
export function progressOfRollOut({ name, rollOut: now }: BoardCollection): RollOutProgress {
  const followers = devicesByName.value.filter(({ state }) => state.station?.collection?.name === name);
  if (now === null) return { state: 'none', followers, wanted: [], open: [] };
  const wanted = followers.filter(({ id }) => now.stations === null || now.stations.includes(id));
  const open = wanted.filter(({ state }) => {
    const carried = state.station?.collection;
    return carried?.version !== now.version || carried.state !== 'complete';
  });
  const isComplete = wanted.length > 0 && open.length === 0;
  const state = isComplete ? 'complete' : now.isStopped ? 'stopped' : 'running';
  return { state, followers, wanted, open };
}
