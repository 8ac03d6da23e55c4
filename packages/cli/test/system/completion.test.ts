import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlotterClient, createStationClient } from '@stationery/client';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientEnv, program } from '../support/client.ts';
import { deadAddress } from '../support/dead-address.ts';
import { inProcess } from '../support/in-process.ts';
import { useServices } from '../support/services.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, 'album'));
  await writeFile(join(folder, 'a song.mp3'), '');
});

async function scriptFor(shell: string): Promise<string> {
  const path = join(folder, `.${shell}-script`);
  await writeFile(path, execFileSync(process.execPath, [program, 'completion', shell]));
  return path;
}

/** Required and forbidden candidates after the given words. The last word is being typed. */
const cases: { words: string[]; offers: string[]; not?: string[] }[] = [
  { words: ['fi'], offers: ['files', 'firmware'], not: ['tags'] },
  { words: ['files', ''], offers: ['ls', 'put', 'get', 'rm'], not: ['add'] },
  { words: ['files', 'put', '--re'], offers: ['--replace'], not: ['--json'] },
  { words: ['plot', 'ru'], offers: ['run'], not: ['resume'] },
  { words: ['plot', ''], offers: ['jobs', 'a song.mp3'] },
  { words: ['plot', 'a.svg', '--pap'], offers: ['--paper', '--paper-at'], not: ['--pens'] },
  { words: ['plot', 'a.svg', '--paper', 'a'], offers: ['a4', 'a0'], not: ['letter', 'a song.mp3'] },
  { words: ['plot', 'mach'], offers: ['machine'] },
  { words: ['plot', 'machine', '--s'], offers: ['--set'] },
  { words: ['firmware', ''], offers: ['build', 'install', 'status'], not: ['a song.mp3'] },
  { words: ['firmware', 'inspect', ''], offers: ['a song.mp3'] },
  { words: ['firmware', 'install', ''], offers: ['a song.mp3'] },
  { words: ['firmware', 'install', '--st'], offers: ['--station'] },
  { words: ['station', '--card'], offers: ['--card-dir'] },
  { words: ['completion', 'z'], offers: ['zsh'], not: ['bash'] },
  { words: ['station', '--log-level', 'd'], offers: ['debug'], not: ['info'] },
  { words: ['network', 'apply', '--root', ''], offers: ['album'], not: ['a song.mp3'] },
  { words: ['simulate', 'tag', '--t'], offers: ['--take'] },
  { words: ['files', 'put', ''], offers: ['a song.mp3', 'album'] },
  { words: ['files', 'get', 'x', '--to', ''], offers: ['album'], not: ['a song.mp3'] },
];

function check(offered: readonly string[], { offers, not = [] }: (typeof cases)[number]): void {
  expect(offered).toEqual(expect.arrayContaining(offers));
  for (const word of not) expect(offered).not.toContain(word);
}

const clean = (words: readonly string[]) =>
  words.map((word) => word.split('\t')[0]!.replaceAll('\\', '').replace(/\/$/, '').trim());

describe('completion', () => {
  it('works in bash', async () => {
    const script = await scriptFor('bash');
    const ask = ({ words }: (typeof cases)[number]) => {
      // Replace `compopt`, which works only while bash itself completes.
      const code = `compopt() { :; }; source "$1"; shift; COMP_WORDS=(stationery "$@"); COMP_CWORD=$#; _stationery; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const args = ['--noprofile', '--norc', '-c', code, 'bash', script, ...words];
      return clean(execFileSync('bash', args, { cwd: folder, encoding: 'utf8' }).split('\n'));
    };
    for (const each of cases) check(ask(each), each);
    expect(
      execFileSync('bash', ['-c', `source "${script}"; complete -p stationery`], { encoding: 'utf8' }),
    ).toBe('complete -F _stationery stationery\n');
  });

  const fish = needsProgram('fish', 'fish');
  it.skipIf(!fish.run)(`works in fish (${fish.label})`, async () => {
    const script = await scriptFor('fish');
    for (const each of cases) {
      const line = `stationery ${each.words.join(' ')}`;
      const code = `source ${script}; complete -C '${line}'`;
      const env = { ...process.env, HOME: folder };
      check(
        clean(execFileSync(fish.path, ['-c', code], { cwd: folder, env, encoding: 'utf8' }).split('\n')),
        each,
      );
    }
  });

  const zsh = needsProgram('zsh', 'zsh');
  it.skipIf(!zsh.run)(`works in zsh (${zsh.label})`, async () => {
    const script = await scriptFor('zsh');
    // Starts an inner shell on a terminal of its own and presses Tab in it. `compadd` records every candidate.
    const inner = `
      autoload -Uz compinit; compinit -u -d "${folder}/.dump"; source "${script}"
      compadd() {
        local -a found; builtin compadd -A found -D found "$@" 2>/dev/null; builtin compadd -O found "$@"
        print -rl -- $found >> "${folder}/.offers"; builtin compadd "$@"
      }
      PROMPT=READY`;
    await writeFile(join(folder, '.inner'), inner);
    const outer = `
      zmodload zsh/zpty; zpty -b z zsh -f -i
      until_ready() { local text all; while [[ $all != *READY* ]]; do zpty -r -t z text && all+=$text || sleep 0.02; done }
      zpty -w z 'source ${folder}/.inner'; until_ready
      zpty -w -n z "$1"$'\\t'; zpty -w -n z $'\\x15print DO''NE\\n'
      while [[ $seen != *DONE* ]]; do zpty -r -t z text && seen+=$text || sleep 0.02; done
      zpty -d z; cat "${folder}/.offers" 2>/dev/null`;
    for (const each of cases.slice(0, 4)) {
      await writeFile(join(folder, '.offers'), '');
      const line = `stationery ${each.words.join(' ')}`;
      const said = execFileSync(zsh.path, ['-f', '-c', outer, 'zsh', line], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 20_000,
      });
      check(clean(said.split('\n')), each);
    }
  });
});

describe('the completion of names from services', () => {
  const services = useServices();
  const serial = '0x04A2245A6B2C80';
  let jobId: number;

  beforeAll(async () => {
    const station = createStationClient({ baseUrl: services.station });
    await station.upload(new Blob(['song']), { filename: 'a song.mp3' });
    await station.simulator.put({ serial });
    await station.waitForTags({ timeoutSeconds: 20 });
    const plotter = createPlotterClient({ baseUrl: services.plotter });
    jobId = (await plotter.queueJob({ commands: ['PENUP'], name: 'circle' })).id;
  });

  const where = () => ({ STATION_URL: services.station, PLOTTER_URL: services.plotter });
  const complete = async (words: string[], env: Record<string, string> = where()) =>
    inProcess(['complete', '--', 'stationery', ...words], { env });
  // If a busy service does not answer within a second, nothing is completed and the user presses Tab again.
  const pressTab = expect.poll;

  it('completes files on the card, tags and jobs, depending on the position in the line', async () => {
    const files = 'a song.mp3\n';
    const tags = `${serial}\tno file\n`;
    const asked: [string[], string][] = [
      [['files', 'get'], files],
      [['files', 'rm', '--yes', 'other'], files],
      [['tags', 'bind'], tags],
      [['tags', 'bind', serial], files],
      [['tags', 'add', '--timeout', '5', '--bind'], files],
      [['tags', 'unbind', serial], tags],
      [['files', 'put'], ''],
      [['files', 'get', '--to'], ''],
      [['tags', 'add', '--timeout'], ''],
      [['no', 'such'], ''],
    ];
    for (const [words, stdout] of asked)
      await pressTab(() => complete(words), { message: words.join(' ') }).toEqual({
        code: 0,
        stdout,
        stderr: '',
      });
    for (const words of [
      ['plot', 'watch'],
      ['plot', 'move'],
      ['plot', 'move', String(jobId), '--before'],
    ])
      await pressTab(async () => (await complete(words)).stdout, { message: words.join(' ') }).toMatch(
        new RegExp(`^${jobId}\tcircle, `),
      );
    // The address of the service may already be typed.
    const station = ['tags', 'unbind', `--station=${services.station}`];
    await pressTab(async () => (await complete(station, {})).stdout).toBe(tags);
  });

  it('offers nothing without a service', async () => {
    const dead = await deadAddress();
    for (const words of [
      ['files', 'get'],
      ['plot', 'watch'],
    ])
      expect(await complete(words, { STATION_URL: dead, PLOTTER_URL: dead })).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
  });

  it('is available in the shells, including names with spaces', async () => {
    await writeFile(join(folder, 'stationery'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
      mode: 0o755,
    });
    const env = clientEnv({ ...where(), PATH: `${folder}:${process.env.PATH}`, HOME: folder });
    const code = `compopt() { :; }; source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _stationery; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const typed = ['stationery', 'files', 'get', 'a\\ so'];
    const args = ['--noprofile', '--norc', '-c', code, 'bash', await scriptFor('bash'), ...typed];
    await pressTab(() => execFileSync('bash', args, { env, encoding: 'utf8' })).toBe('a song.mp3\n');
    // Tests an alias of several words, which the docs recommend for a checkout.
    args[3] = `alias stationery='env ${folder}/stationery'; ${code}`;
    const withoutIt = { ...env, PATH: process.env.PATH };
    const inAlias = () => execFileSync('bash', args, { env: withoutIt, encoding: 'utf8' });
    await pressTab(inAlias).toBe('a song.mp3\n');
    const fish = needsProgram('fish', 'fish');
    if (!fish.run) return;
    const ask = `source ${await scriptFor('fish')}; complete -C 'stationery tags unbind '`;
    const inFish = () => execFileSync(fish.path, ['-c', ask], { env, encoding: 'utf8' });
    await pressTab(inFish).toBe(`${serial}\tno file\n`);
  });
});
