interface Version {
  version: string;
}

interface Run extends Version {
  /** The last line of the version's output; empty if there was none. */
  output: string;
}

const lastLine = (output: string): string => (output === '' ? '' : `: ${output}`);

/**
 * Texts about rollbacks. This module imports nothing, because the launcher needs it even if packages are
 * damaged.
 */
export const rollbackTexts = {
  'version-incomplete': ({ version }: Version) => `Version ${version} is incomplete.`,
  'version-damaged': ({ version, damage }: Version & { damage: string }) =>
    `Version ${version} is damaged: ${damage}.`,
  'version-unproven': ({ version, tries }: Version & { tries: number }) =>
    `Version ${version} was started ${tries} times and never got healthy.`,
  'version-late': ({ version, timeoutMs, output }: Run & { timeoutMs: number }) =>
    `Version ${version} was not healthy within ${timeoutMs / 1000} s${lastLine(output)}.`,
  'version-mismatch': ({ version, found, output }: Run & { found: string }) =>
    `Version ${version} says that it is version ${found}${lastLine(output)}.`,
  'version-not-started': ({ version, message, output }: Run & { message: string }) =>
    `Version ${version} could not be started (${message})${lastLine(output)}.`,
  'version-exited': ({ version, status, output }: Run & { status: number }) =>
    `Version ${version} ended with status ${status} before it was healthy${lastLine(output)}.`,
  'version-killed': ({ version, signal, output }: Run & { signal: string }) =>
    `Version ${version} was ended by ${signal} before it was healthy${lastLine(output)}.`,
  'slot-incomplete': ({ slot }: { slot: string }) => `The version in slot ${slot} is incomplete.`,
  'slot-damaged': ({ slot, damage }: { slot: string; damage: string }) =>
    `The version in slot ${slot} is damaged: ${damage}.`,
  'slot-failed': ({ slot }: { slot: string }) => `The version in slot ${slot} failed.`,
  'state-damaged': (_: object) => 'The file that says which version is active was damaged.',
};

type Flat<T> = { [K in keyof T]: T[K] };

export type RollbackReason = {
  [C in keyof typeof rollbackTexts]: Flat<{ code: C } & Parameters<(typeof rollbackTexts)[C]>[0]>;
}[keyof typeof rollbackTexts];

export function rollback(cause: RollbackReason): { reason: string; cause: RollbackReason } {
  const text = rollbackTexts[cause.code] as (data: RollbackReason) => string;
  return { reason: text(cause), cause };
}
