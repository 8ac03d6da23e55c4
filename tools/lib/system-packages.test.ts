import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  basePrograms,
  benchPrograms,
  browserPrograms,
  containerImagePrograms,
  containerPrograms,
  emulatorPrograms,
  freshMachinePrograms,
  imagePrograms,
  machinePrograms,
  releasePrograms,
  testPrograms,
} from './system-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const listed: Record<string, { package: string }> = {
  ...testPrograms,
  ...releasePrograms,
  ...machinePrograms,
  ...benchPrograms,
  ...browserPrograms,
  ...freshMachinePrograms,
  ...containerPrograms,
  ...containerImagePrograms,
  ...emulatorPrograms,
  ...imagePrograms,
};
/** Programs that need no entry, because they come with every checkout or are optional. */
const others = ['npm', 'sudo', 'cc', 'nmcli'];

const isSource = /\.(ts|mjs)$/;
const sources = ['packages', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isSource.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file)),
);

/**
 * Matches the names of programs that are started: by Node's functions, or by helpers in a namespace or on a machine.
 */
const starts =
  /\b(?:spawn|spawnSync|execFile|execFileSync|execute|succeeds|(?:machine|thisMachine|station|phone|box|this\.#machine)\.(?:run|start))\(\s*'([\w./-]+)'/g;
const needs = /\bneedsProgram\('([\w.-]+)', '([\w.-]+)'\)/g;

describe('the list of programs to install', () => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [
      ...[...text.matchAll(starts)].map(([, program = '']) => ({ file, program, brings: undefined })),
      ...[...text.matchAll(needs)].map(([, program = '', brings]) => ({ file, program, brings })),
    ];
  });

  it('is compared with the programs that the sources start', () => {
    const programs = found.map(({ program }) => program);
    expect(programs).toEqual(
      expect.arrayContaining(['ip', 'iw', 'curl', 'dpkg-deb', 'modprobe', 'chromium-headless-shell']),
    );
  });

  it('has every program that the sources start', () => {
    const known = new Set([...Object.keys(listed), ...basePrograms, ...others, 'no-such-program']);
    const unknown = found.filter(({ program }) => !known.has(program.replace(/^.*\//, '')));
    expect(unknown).toEqual([]);
  });

  it('names the same package for a program as the tests that need it', () => {
    const differing = found.filter(
      ({ program, brings }) =>
        brings !== undefined && listed[program] !== undefined && listed[program].package !== brings,
    );
    expect(differing).toEqual([]);
  });

  it('has every program that tests need', () => {
    const installedFor = (file: string) =>
      file.includes('/test/release/') ? { ...testPrograms, ...releasePrograms } : testPrograms;
    const missing = found.filter(
      ({ file, program, brings }) =>
        brings !== undefined && !(program in installedFor(file)) && !basePrograms.includes(program),
    );
    expect(missing.filter(({ program }) => program !== 'no-such-program')).toEqual([]);
  });
});
