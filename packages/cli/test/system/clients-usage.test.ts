import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { client, clientJson } from '../support/client.ts';
import { deadAddress } from '../support/dead-address.ts';
import { inProcess } from '../support/in-process.ts';
import { useServices } from '../support/services.ts';

describe('wrong usage', () => {
  it.each([
    [
      ['files', 'lst'],
      'stationery files: there is no command “files lst”; did you mean “ls”? Try: stationery files --help\n',
    ],
    [['plot', 'xyz'], 'stationery plot: there is no command “plot xyz”. Try: stationery plot --help\n'],
    [
      ['files', 'ls', '--jsno'],
      /^stationery files ls: there is no option “--jsno”; did you mean “--json”\? Try: /,
    ],
    [['files', 'put'], /^stationery files put: <path…> is missing\. Try: /],
    [['tags', 'bind', '1'], /: <file> is missing\. /],
    [['files', 'rm', 'a', '--station', 'http://127.0.0.1:9'], /./, 3],
    [['tags', 'add', '--timeout', 'x'], /--timeout must be a number from 0 to 86400, not “x”/],
    [['plot', 'pause', 'first'], /“first” is not a job id/],
    [['plot', 'machine', '--set', 'speed=fast'], /: speed must be a number, not “fast”\. /],
    [['plot', 'machine', '--set', 'sped=1'], /there is no setting “sped”; did you mean “speed”\?/],
    [['plot', 'machine', '--set', 'speed'], /“speed” needs a value/],
    [['plot', 'machine', '--set', 'limits=5'], /limits can only be set to none/],
    [['plot', 'machine', '--set', 'enforceLimits=yes'], /must be on, off or auto/],
    [['name', '--station', 'ftp://x'], /“ftp:\/\/x” is not an address/],
    [['name', '--ca', '/nowhere.pem'], /can’t read the certificate \/nowhere\.pem/],
    [['simulate', 'tag'], /give a serial/],
    [['completion', 'tcsh'], /bash, zsh or fish, not “tcsh”/],
    [['firmware', 'build'], /^stationery firmware build: --out is missing\. Try: /],
    [['firmware', 'inspect', 'nowhere.stnfw'], /there is no file “nowhere.stnfw”/, 6],
    [['discover', '--timeout', '-1'], /^stationery discover: --timeout must be a number.*“-1”/],
    [['launch', '--trial-seconds', 'x'], /^stationery launch: --trial-seconds must be a number/],
    [['card', 'mount', '--device', 'sda1'], /--device must be a path below \/dev/],
    [['simulate', 'toaster'], /there is no command “simulate toaster”/],
    [
      ['station', '--http-port', 'x'],
      'stationery station: --http-port must be a whole number from 0 to 65535, not “x”\n',
    ],
    [
      ['up', '--http-port', '1'],
      /there is no option “--http-port”\. Settings of the services are not options here/,
    ],
    [['plot', 'run', 'nowhere.txt'], /there is no file “nowhere.txt”/, 6],
    [['plot', 'nowhere.gcode', '--dry-run'], /there is no file “nowhere.gcode”/, 6],
    [
      ['plot', 'run', join(import.meta.dirname, '../../../drawing/test/corpus/aspect-none.svg')],
      /this is a drawing\. Plot it with/,
      1,
    ],
  ])('such as %j is refused in one line', async (args, line, exitCode = 2) => {
    const { code, stdout, stderr } = await inProcess(args);
    expect(stderr).toMatch(line);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({
      code: exitCode,
      stdout: '',
      lines: 2,
    });
  });

  it('has a different exit code than an unreachable service or a refusal', async () => {
    const url = await deadAddress();
    const nobody = await inProcess(['plot', 'jobs', '--plotter', url]);
    expect(nobody).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`Can’t reach ${url}`),
    });
  });
});

describe('the address and the token of a service', () => {
  const services = useServices({ STATION_TOKEN: 'secret' });

  it('are checked: the error for a wrong address names what answered and the flag to set', async () => {
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
        `${station} is a station, not a plotter service. Set the address with --plotter <address>.`,
      ],
      [
        ['files', 'ls', '--station', plotter],
        `${plotter} is a plotter service, not a station. Set the address with --station <address>.`,
      ],
      [['name', '--station', other], `${other} is another program, not a station. Set the address`],
      [['plot', 'status', '--plotter', 'localhost:9'], 'Port 9 is reserved'],
      [
        ['plot', 'status', '--plotter', plotter.replace('http:', 'https:')],
        `does not speak https. Try ${plotter}`,
      ],
      [
        ['name', '--station', stationHttps.replace('https:', 'http:')],
        `If it is a port for https, use ${stationHttps}`,
      ],
    ];
    const ended = await Promise.all(wrong.map(([args]) => inProcess(args)));
    for (const [index, { code, stderr }] of ended.entries()) {
      expect(stderr).toContain(wrong[index]![1]);
      expect(code, stderr).toBe(3);
    }
  });

  it('come from the flags, else from the environment, else from the config file', async () => {
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

  it('are prompted for if missing', async () => {
    expect(await inProcess(['files', 'ls', '--station', services.station])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('--token'),
    });
  });

  it("work over HTTPS with the service's own certificate", async () => {
    const ca = join(services.folder, 'station/tls/self-signed.pem');
    const args = ['name', '--station', services.stationHttps, '--token', 'secret'];
    expect(await client(args)).toMatchObject({ code: 3, stderr: expect.stringContaining('--ca <file>') });
    expect((await client([...args, '--ca', ca])).code).toBe(0);
    expect((await client([...args, '--insecure'])).code).toBe(0);
  });
});
