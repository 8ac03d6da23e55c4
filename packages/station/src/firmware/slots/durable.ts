import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Called before each step that lasts; tests cut the power there. */
export type Step = (name: string) => void;

/** The new content is there whole, or the old one still is: never anything between, power cut or not. */
export function writeDurably(path: string, content: string, step: Step): void {
  const temporary = `${path}.new`;
  step('write the new file');
  const handle = openSync(temporary, 'w', 0o644);
  try {
    writeSync(handle, content);
    step('sync the new file');
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameDurably(temporary, path, step);
}

export function renameDurably(from: string, to: string, step: Step): void {
  step('rename');
  renameSync(from, to);
  step('sync the folder');
  syncPath(dirname(to));
}

export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
