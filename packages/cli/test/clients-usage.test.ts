import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientEntries } from '../src/clients/client-commands.ts';
import { type ClientCommand, isGroup } from '../src/clients/command.ts';
import { firmwareCommands } from '../src/clients/firmware/index.ts';
import { helpOf } from '../src/clients/help.ts';
import { parseArguments } from '../src/clients/parse-arguments.ts';
import { simulateTag } from '../src/clients/simulate-tag.ts';
import { client, clientJson } from './support/client.ts';
import { deadAddress } from './support/dead-address.ts';
import { useServices } from './support/services.ts';

const everyCommand: [string, ClientCommand][] = [
  ...Object.entries(clientEntries).flatMap(([path, entry]): [string, ClientCommand][] =>
    isGroup(entry)
      ? Object.entries(entry.commands).map(([name, command]) => [`${path} ${name}`, command])
      : [[path, entry]],
  ),
  ...Object.entries(firmwareCommands).map(([name, command]): [string, ClientCommand] => [
    `firmware ${name}`,
    command,
  ]),
  ['simulate tag', simulateTag],
];

describe('the help', () => {
  it.each(everyCommand)('of %s has examples that are right', (path, command) => {
    const help = helpOf(path, command);
    for (const word of ['Usage:', 'Examples:', 'Exit codes:', '--json']) expect(help).toContain(word);
    expect(command.examples).not.toEqual([]);
    for (const example of command.examples) {
      const [, said = ''] = new RegExp(`stationery ${path}((?: [^|]*)?)`).exec(example) ?? [];
      expect(example).toContain(`stationery ${path}`);
      const words = said.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
      expect(() => parseArguments(command, words)).not.toThrow();
    }
  });

  it('is there at every level', async () => {
    for (const args of [['files'], ['plot', '--help'], ['plot', 'run', '--help'], ['name', '-h']]) {
      expect(await client(args)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Usage: stationery .*Examples:/s),
        stderr: '',
      });
    }
  });
});

describe('wrong usage', () => {
  it.each([
    [
      ['files', 'lst'],
      'stationery files: there is no “lst”; did you mean “ls”? Try: stationery files --help\n',
    ],
    [['plot', 'xyz'], 'stationery plot: there is no “xyz”. Try: stationery plot --help\n'],
    [
      ['files', 'ls', '--jsno'],
      /^stationery files ls: there is no option “--jsno”; did you mean “--json”\? Try: /,
    ],
    [['files', 'put'], /^stationery files put: <path…> is missing\. Try: /],
    [['tags', 'bind', '1'], /: <name> is missing\. /],
    [['name', 'a', 'b'], /“b” is one argument too many/],
    [['files', 'get', 'a', '--to'], /--to needs a value/],
    [['files', 'get', 'a', '--to', '--force'], /--to needs a value/],
    [['files', 'rm', '--yes=1', 'a'], /--yes takes no value/],
    [['tags', 'learn', '--timeout', 'x'], /--timeout must be a number from 0 to 86400, not “x”/],
    [['plot', 'pause', 'first'], /“first” is no id of a job/],
    [['plot', 'machine', '--set', 'speed=fast'], /: speed must be a number, not “fast”\. /],
    [['plot', 'machine', '--set', 'sped=1'], /the machine has no “sped”; did you mean “speed”\?/],
    [['plot', 'machine', '--set', 'speed'], /“speed” needs a value/],
    [['plot', 'machine', '--set', 'limits=5'], /limits can only be none/],
    [['plot', 'machine', '--set', 'enforceLimits=yes'], /must be on, off or auto/],
    [['firmware', 'install'], /<bundle> is missing/],
    [['name', '--station', 'ftp://x'], /“ftp:\/\/x” is no address/],
    [['name', '--ca', '/nowhere.pem'], /the certificate \/nowhere\.pem cannot be read/],
    [['simulate', 'tag'], /give a serial/],
    [['completion', 'tcsh'], /bash, zsh or fish, not “tcsh”/],
  ])('%j is refused with one line', async (args, line) => {
    const { code, stdout, stderr } = await client(args);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 2 });
    expect(stderr).toMatch(line);
  });

  it('tells a service that is not there from one that refuses', async () => {
    const url = await deadAddress();
    const nobody = await client(['plot', 'jobs', '--plotter', url]);
    expect(nobody).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`Nobody answers at ${url}`),
    });
  });
});

describe('where the service is, and its token', () => {
  const services = useServices({ STATION_TOKEN: 'secret' });

  it('is said to be wrong where something else answers, with what to do', async () => {
    const page = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<p>Hello</p>'),
    );
    await once(page.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void page.close());
    const other = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const { station, stationHttps, plotter } = services;
    const wrong: [string[], string][] = [
      [
        ['plot', 'jobs', '--plotter', station],
        `It is a station that answers at ${station}, not a plotter service. Say where the plotter service is: --plotter <address>.`,
      ],
      [
        ['files', 'ls', '--station', plotter],
        `It is a plotter service that answers at ${plotter}, not a station. Say where the station is: --station <address>.`,
      ],
      [['name', '--station', other], `Another program answers at ${other}, not a station. Say where`],
      [['plot', 'status', '--plotter', 'localhost:9'], 'Port 9 is kept for other things'],
      [
        ['plot', 'status', '--plotter', plotter.replace('http:', 'https:')],
        `does not speak https. Try ${plotter}`,
      ],
      [
        ['name', '--station', stationHttps.replace('https:', 'http:')],
        `A port for https wants ${stationHttps}`,
      ],
    ];
    const ended = await Promise.all(wrong.map(([args]) => client(args)));
    for (const [index, { code, stderr }] of ended.entries()) {
      expect(stderr).toContain(wrong[index]![1]);
      expect(code, stderr).toBe(3);
    }
  });

  it('comes from flags before the environment before the config file', async () => {
    const folder = await temporaryFolder();
    const wrong = { station: 'http://127.0.0.1:9', stationToken: 'wrong' };
    const right = { station: services.station, stationToken: 'secret' };
    mkdirSync(join(folder, 'stationery'));
    const personal = join(folder, 'stationery/config.json');
    writeFileSync(personal, JSON.stringify({ client: right, station: { httpPort: 1 } }));
    const own = { XDG_CONFIG_HOME: folder };
    expect(await clientJson(['name'], { env: own })).toHaveProperty('nickname');
    expect((await client(['name'], { env: { ...own, STATION_URL: wrong.station } })).code).toBe(3);
    const flags = ['--station', services.station.replace('http://', ''), '--token', 'secret'];
    const env = { STATION_URL: wrong.station, STATION_TOKEN: 'wrong' };
    expect((await client(['name', ...flags], { env })).code).toBe(0);

    const named = join(folder, 'named.json');
    writeFileSync(named, JSON.stringify({ client: wrong }));
    expect((await client(['name', '--config', named], { env: own })).code).toBe(3);
    writeFileSync(named, JSON.stringify({ client: { staton: 'x' } }));
    expect(await client(['name'], { env: { STATIONERY_CONFIG: named } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no setting “staton”'),
    });
  });

  it('is asked for where it is missing', async () => {
    expect(await client(['files', 'ls', '--station', services.station])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('--token'),
    });
  });

  it('can be reached over https by its own certificate', async () => {
    const ca = join(services.folder, 'station/tls/self-signed.pem');
    const args = ['name', '--station', services.stationHttps, '--token', 'secret'];
    expect(await client(args)).toMatchObject({ code: 3, stderr: expect.stringContaining('--ca <file>') });
    expect((await client([...args, '--ca', ca])).code).toBe(0);
    expect((await client([...args, '--insecure'])).code).toBe(0);
  });
});
