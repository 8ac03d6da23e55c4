import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Command, type CommandGroup, type Entry, isGroup, loaded } from '../src/command-line/command.ts';
import { flagsOf } from '../src/command-line/flags.ts';
import { helpOf } from '../src/command-line/help.ts';
import { argumentsOf, parseArguments } from '../src/command-line/parse-arguments.ts';
import { completionScripts } from '../src/completion/completion-command.ts';
import { allCommands, commandTable } from '../src/manual/command-table.ts';
import { manualPages } from '../src/manual/manual-pages.ts';
import { program } from '../src/program.ts';
import { inProcess } from './support/in-process.ts';

async function groupsBelow(row: Entry, path = ''): Promise<[string, CommandGroup][]> {
  const entry = await loaded(row);
  if (!isGroup(entry)) return [];
  const below = await Promise.all(
    Object.entries(entry.commands).map(([name, each]) =>
      groupsBelow(each, [path, name].filter(Boolean).join(' ')),
    ),
  );
  return [[path, entry], ...below.flat()];
}

const groups = await groupsBelow(program);
const rows = (await allCommands(program)).filter(({ path }) => path !== 'plot');
const plot = groups.find(([path]) => path === 'plot')?.[1] as CommandGroup;
const everyRow = rows.map(({ path, command }) => [path, command] as const);
const words = (path: string) => path.split(' ').filter(Boolean);

/** Returns as many arguments as a command needs. */
const enough = (command: Command) =>
  Array.from({ length: argumentsOf(command).min }, (_, index) => `word${index}`);

// A temporary folder, because a mistyped command must not write files here.
let folder: string;
const before = process.cwd();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationery-usage-'));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

async function refused(line: readonly string[], message: string | RegExp): Promise<void> {
  const { code, stdout, stderr } = await inProcess(line);
  expect({ code, stdout, stderr, files: readdirSync(folder) }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message instanceof RegExp ? message : /./),
    files: [],
  });
  if (typeof message === 'string') expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

describe.each(everyRow)('stationery %s', (path, command) => {
  const flags = flagsOf(command);
  const own = flags.filter(({ from }) => !command.passesOn || from === 'command');

  it('prints complete help, however it is requested', async () => {
    const help = helpOf(path, command);
    for (const part of [`Usage: stationery ${path}`, 'Options:', '\nExamples:\n', '\nExit codes:\n'])
      expect(help).toContain(part);
    for (const { name, placeholder } of flags)
      expect(help).toContain(`--${name}${placeholder === undefined ? '\n' : ` ${placeholder}\n`}`);
    expect(help).not.toMatch(/ {2}\S.*[^\s] $/m);
    const lines = [
      [...words(path), '--help'],
      [...words(path), '-h'],
      ['help', ...words(path)],
      [...words(path), 'any', '--wrong', 'words', '--help'],
      [...words(path).slice(0, -1), 'help', ...words(path).slice(-1)],
    ];
    for (const line of lines)
      expect(await inProcess(line), line.join(' ')).toEqual({ code: 0, stdout: help, stderr: '' });
  });

  it('has valid examples', () => {
    expect(command.examples).not.toEqual([]);
    for (const example of command.examples) {
      expect(example).toMatch(new RegExp(`stationery (${path}|--version)`));
      const [, said = ''] = new RegExp(`stationery ${path}((?: [^|>]*)?)`).exec(example) ?? [];
      const typed = (said.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
        word.replace(/^['"]|['"]$/g, ''),
      );
      expect(() => parseArguments(command, typed)).not.toThrow();
    }
  });

  it('refuses unknown words and refers to the help', async () => {
    if (command.passesOn) return;
    const hint = `Try: stationery ${path} --help`;
    for (const wrong of ['--no-such-option', '--no-such-option=5', '-x'])
      await refused(
        [...words(path), ...enough(command), wrong],
        `there is no option “${wrong.split('=')[0]}”`,
      );
    await refused([...words(path), ...enough(command), '-x'], hint);
    const { min, max } = argumentsOf(command);
    if (Number.isFinite(max))
      await refused(
        [...words(path), ...Array(max).fill('word'), 'extra'],
        '“extra” is one argument too many',
      );
    if (min > 0) await refused([...words(path), ...enough(command).slice(1)], /is missing/);
  });

  it('refuses an option without a value, and a switch with a value', async () => {
    for (const { name, placeholder } of own) {
      if (name === 'help') continue;
      const start = [...words(path), ...enough(command)];
      if (placeholder === undefined) await refused([...start, `--${name}=yes`], `--${name} takes no value`);
      else {
        await refused([...start, `--${name}`], `--${name} needs a value`);
        await refused([...start, `--${name}`, '--json'], `write --${name}=--json`);
        await refused([...start, `--${name}`, '--'], `--${name} needs a value`);
      }
    }
  });

  it('accepts a value after “=”, as the next word or with leading dashes; the last of several wins', () => {
    for (const flag of own.filter(({ placeholder }) => placeholder !== undefined)) {
      const { name, from } = flag;
      const parse = (...typed: string[]) => parseArguments(command, [...enough(command), ...typed]);
      const value = (parsed: ReturnType<typeof parse>) =>
        from === 'settings' ? parsed.settingFlags : from === 'all' ? parsed.config : parsed.options[name];
      for (const text of ['value', '-5', '-', 'a=b']) {
        expect(value(parse(`--${name}`, text))).toEqual(value(parse(`--${name}=${text}`)));
        expect(JSON.stringify(value(parse(`--${name}`, text)))).toContain(text);
      }
      expect(JSON.stringify(value(parse(`--${name}=--json`)))).toContain('--json');
      if (flag.mayBeEmpty) expect(value(parse(`--${name}`, ''))).toEqual(flag.repeats ? [''] : '');
      else if (from === 'command') expect(() => parse(`--${name}=`)).toThrow(`--${name} needs a value`);
      if (flag.repeats) expect(value(parse(`--${name}=1`, `--${name}=2`))).toEqual(['1', '2']);
      else expect(value(parse(`--${name}=1`, `--${name}=2`))).toEqual(value(parse(`--${name}=2`)));
    }
  });

  it('treats everything after “--” as arguments', () => {
    const { args, rest, json } = parseArguments({ ...command, arguments: '[word…]' }, [
      '-5',
      '--',
      '--json',
      '--help',
    ]);
    expect(command.passesOn ? rest : args).toEqual(
      command.passesOn ? ['-5', '--', '--json', '--help'] : ['-5', '--json', '--help'],
    );
    expect(json).toBe(false);
  });

  it('refuses an unreadable config file, however it is specified', async () => {
    if (command.passesOn) return;
    for (const config of [['--config', '/nowhere.json'], ['--config=/nowhere.json']])
      await refused(
        [...words(path), ...enough(command), ...config],
        `stationery ${path}: the config file /nowhere.json cannot be read`,
      );
  });
});

describe.each(groups)('the group “%s”', (path, group) => {
  it('prints its help without arguments, and refuses unknown words', async () => {
    const help = helpOf(path, group);
    for (const [name, row] of Object.entries(group.commands))
      if (isGroup(row) || !row.isHidden) expect(help).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    for (const line of [[], ['--help'], ['-h'], ['help']])
      expect(await inProcess([...words(path), ...line])).toEqual({ code: 0, stdout: help, stderr: '' });
    const named = [path, 'no-such-command'].filter(Boolean).join(' ');
    await refused([...words(path), 'no-such-command'], `there is no command “${named}”`);
    if (group.direct === undefined)
      await refused([...words(path), '--json'], '“--json” comes after the command');
    for (const example of group.examples) {
      const typed =
        example
          .replace(/ {2,}.*$/, '')
          .split('stationery ')[1]
          ?.split(' ') ?? [];
      const found = rows.find((row) => typed.join(' ').startsWith(row.path));
      expect(found ?? group.direct ?? plot.direct, example).toBeDefined();
    }
  });
});

describe('what is generated from the table of commands', () => {
  it('includes every command and every option in the completion and the manual', async () => {
    const listed = rows.filter(({ command }) => !command.isHidden);
    const pages = (await manualPages(program)).map(({ content }) => content.replaceAll('\\-', '-')).join('');
    const { bash, zsh, fish } = await completionScripts(program);
    for (const { path, command } of listed) {
      for (const script of [bash, zsh, fish]) expect(script).toContain(`stationery ${path}`);
      for (const { name } of flagsOf(command)) {
        expect(pages).toContain(`--${name}`);
        expect(bash).toContain(`--${name}`);
      }
    }
  });

  it('includes the documentation, which is up to date (“npm run command-table” writes it)', async () => {
    const doc = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
    expect(doc).toContain(await commandTable(program));
  });
});

it('stationery --version prints the version', async () => {
  const { stdout } = await inProcess(['--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await inProcess(['version'])).toMatchObject({ code: 0, stdout });
  expect(JSON.parse((await inProcess(['version', '--json'])).stdout)).toEqual({ version: stdout.trim() });
});
