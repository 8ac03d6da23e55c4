import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStationClient, type Tag } from '@stationery/client';
import { createStationTags } from '@stationery/client/tags';
import { temporaryFolder } from '@stationery/core/testing';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { startClient } from '../support/client.ts';
import { inProcess, jsonInProcess, startInProcess } from '../support/in-process.ts';
import { startStationProgram } from '../support/program.ts';
import { useServices } from '../support/services.ts';
import { clientAtTerminal } from '../support/terminal.ts';

const services = useServices();
const at = (url = services.station) => ({ env: { STATION_URL: url } });
const station = (baseUrl = services.station) => createStationClient({ baseUrl });

describe('stationery station', () => {
  it('shows and changes the name', async () => {
    expect(await inProcess(['name', 'Küche'], at())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Küche\nserial /),
    });
    expect(await jsonInProcess(['name'], at())).toMatchObject({ nickname: 'Küche', hw_version: '00.00.00' });
    expect(await inProcess(['name', ' '], at())).toMatchObject({ code: 4, stdout: '' });
  });
});

it('services that run together link to each other’s page', async () => {
  const linkOf = async (url: string) => (await fetch(`${url}/other-page`)).json();
  expect(await linkOf(services.station)).toEqual({
    self: 'station',
    service: 'plotter',
    url: `${services.plotter}/`,
  });
  expect(await linkOf(services.plotter)).toEqual({
    self: 'plotter',
    service: 'station',
    url: `${services.station}/?station`,
  });
});

describe('stationery player', () => {
  it('plays a file, pauses, resumes, skips and stops', async () => {
    await station().upload('la', { filename: 'la.wav' });
    expect(await inProcess(['play', 'la.wav'], at())).toMatchObject({
      code: 0,
      stdout: 'Playing la.wav, 0:00\nvolume 60 %\n',
    });
    expect(await inProcess(['pause'], at())).toMatchObject({
      stdout: expect.stringMatching(/^Paused la\.wav/),
    });
    expect(await jsonInProcess(['play'], at())).toMatchObject({
      status: 'playing',
      file: { filename: 'la.wav' },
    });
    expect(await inProcess(['player', '--repeat-now', 'one'], at())).toMatchObject({
      stdout: expect.stringMatching(/\nrepeats the file\n.*repeat: off\n/s),
    });
    expect(await jsonInProcess(['player', '--repeat-now', 'off'], at())).toMatchObject({ repeat: 'off' });
    expect(await inProcess(['next'], at())).toMatchObject({ stdout: expect.stringMatching(/^Stopped\n/) });
    expect(await jsonInProcess(['play', 'la.wav'], at())).toMatchObject({ status: 'playing' });
    expect(await jsonInProcess(['stop'], at())).toMatchObject({ status: 'stopped' });
    expect(await inProcess(['play', 'other.wav'], at())).toMatchObject({ code: 6, stdout: '' });
  });

  it('sets the volume, its limit, a sleep timer and the settings for taps', async () => {
    const volume = async (...args: string[]) =>
      (await inProcess(['volume', ...args], at())).stdout.split('\n')[1];
    expect(await volume('30')).toBe('volume 30 %');
    expect(await volume('+10')).toBe('volume 40 %');
    expect(await inProcess(['player', '--volume-cap', '35', '--on-again', 'restart'], at())).toMatchObject({
      stdout: expect.stringMatching(
        /volume 35 %, at most 35 %\nplayer browser; .*taken away: pause; tag again: restart; repeat: off\nsound for unknown tags: on; fade [\d.]+ s; grace [\d.]+ s\n$/,
      ),
    });
    const slow = [
      'player',
      '--fade',
      '2.5',
      '--grace',
      '0',
      '--unknown-sound',
      'off',
      '--idle-file',
      'la.wav',
    ];
    expect((await inProcess(slow, at())).stdout).toContain(
      'sound for unknown tags: off; fade 2.5 s; grace 0 s\n',
    );
    expect(await jsonInProcess(['player', '--unknown-sound', 'on', '--idle-file', ''], at())).toMatchObject({
      settings: { fade: 2.5, grace: 0, unknown_sound: true, idle_file: null },
    });
    expect(await volume('90')).toBe('volume 35 %, at most 35 %');
    expect(await volume('-50')).toBe('volume 0 %, at most 35 %');
    expect(await jsonInProcess(['player', '--sleep', '10'], at())).toMatchObject({
      sleep: expect.any(Number),
      settings: { volume_cap: 35 },
    });
    expect(await jsonInProcess(['player', '--sleep', '0'], at())).toMatchObject({ sleep: null });
    const afterFile = (word: string) => inProcess(['player', '--sleep-after-file', word], at());
    expect((await afterFile('on')).stdout).toContain('\nstops after this file\n');
    expect((await afterFile('off')).stdout).not.toContain('stops after');
    const limits = ['limits', '--quiet', '20:00-07:00', '--minutes', '600', '--volume-start', '20'];
    expect(await inProcess([...limits, '--new-pin', '4711'], at())).toMatchObject({
      stdout: expect.stringContaining(
        'quiet hours 20:00 to 07:00\n0 of 600 min used\nvolume 0 to 35 %, 20 % at start; PIN set\n',
      ),
    });
    expect(await inProcess(['limits', '--minutes', ''], at())).toMatchObject({ code: 4, stdout: '' });
    const shutdown = ['limits', '--pin', '4711', '--shutdown-idle', '30', '--shutdown-at', '21:00'];
    const shut = await inProcess([...shutdown, '--shutdown-battery', '5'], at());
    expect(shut.stdout).toContain(
      'shuts down after 30 min without use\nshuts down at 21:00\nshuts down at 5 % of the battery, unless it is charging\n',
    );
    expect(shut.stderr).toContain('The station may not shut this machine down');
    const open = [
      '--shutdown-idle',
      '',
      '--shutdown-at',
      '',
      '--shutdown-battery',
      '',
      '--quiet',
      '',
      '--minutes',
      '',
      '--volume-start',
      '',
      '--new-pin',
      '',
    ];
    expect(await jsonInProcess(['limits', '--pin', '4711', ...open], at())).toMatchObject({
      ...{
        shutdown_idle: null,
        shutdown_at: null,
        shutdown_battery: null,
        quiet: null,
        minutes_per_day: null,
        volume_start: null,
        has_pin: false,
      },
    });
    const assign = ['buttons', '--assign', 'sleep', '--minutes', '20', '--control', 'key-142'];
    expect(await inProcess(assign, at())).toMatchObject({ stdout: 'key-142  sleep 20 min\n' });
    const knob = ['buttons', '--assign', 'volume-up', '--control', 'knob-7-up'];
    expect(await jsonInProcess(knob, at())).toMatchObject({
      buttons: [
        { control: 'key-142', action: 'sleep', minutes: 20 },
        { control: 'knob-7-up', action: 'volume_up' },
      ],
    });
    const spoken = ['buttons', '--assign', 'language', '--language', 'de', '--control', 'knob-7-up'];
    expect((await inProcess(spoken, at())).stdout).toContain('knob-7-up  language de\n');
    await inProcess(['buttons', '--remove', 'knob-7-up'], at());
    expect(await inProcess(['buttons', '--remove', 'key-142'], at())).toMatchObject({
      stdout: 'No button has an action.\n',
    });
    expect(await inProcess(['player', '--replay-gain', 'album'], at())).toMatchObject({
      stdout: expect.stringContaining('\nReplayGain: album\n'),
    });
    await inProcess(['player', '--replay-gain', 'off'], at());
    const none = { output: null, can_choose: false, outputs: [] };
    expect(await jsonInProcess(['output', '--default'], at())).toEqual(none);
    expect((await inProcess(['output'], at())).stderr).toContain('The open page plays.');
    for (const wrong of [
      ['bluetooth', '--search', '--forget', 'jbl'],
      ['bluetooth', '--connect', 'jbl'],
      ['output', 'kitchen'],
      ['output', 'kitchen', '--default'],
      ['player', '--replay-gain', 'loud'],
      ['buttons', '--assign', 'explode'],
      ['buttons', '--control', 'key-1'],
      ['buttons', '--assign', 'back', '--seconds', '0', '--control', 'key-1'],
      ['buttons', '--assign', 'back', '--language', 'de', '--control', 'key-1'],
      ['tags', 'action', '1', 'forward', '--seconds', '3601'],
      ['tags', 'action', '1', 'sleep', '--minutes', '1441'],
      ['tags', 'action', '1', 'stop', '--minutes', '5'],
      ['buttons', '--assign', 'pause', '--control', 'knob-7'],
      ['limits', '--quiet', '8-9'],
      ['limits', '--quiet', '25:00-07:00'],
      ['limits', '--minutes', '0'],
      ['limits', '--shutdown-at', '25:00'],
      ['limits', '--shutdown-battery', '51'],
      ['volume', 'loud'],
      ['volume', '101'],
      ['player', '--on-removal', 'sing'],
      ['player', '--sleep', 'x'],
      ['player', '--fade', '11'],
      ['player', '--grace', '-1'],
      ['player', '--unknown-sound', 'loud'],
    ])
      expect(await inProcess(wrong, at()), wrong.join(' ')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('stationery tags', () => {
  it('adds, binds and unbinds tags', async () => {
    await station().upload('la', { filename: 'ein Lied für dich.txt' });
    const learning = clientAtTerminal(['tags', 'add', '--bind', 'ein Lied für dich.txt'], at().env);
    await expect.poll(() => learning.screen).toContain('Put a new tag on the reader … 30 s');
    await inProcess(['simulate', 'tag', '04:a2:24:5a:6b:2c:80'], at());
    expect(await learning.ended).toBe(0);
    expect(learning.screen).toContain('0x04A2245A6B2C80, mifare, bound to “ein Lied für dich.txt”');

    const unbound = await jsonInProcess<{ tags: Tag[] }>(['tags', 'unbind', '04A2245A6B2C80'], at());
    expect(unbound.tags).toMatchObject([{ serial: '0x04A2245A6B2C80', filename: null }]);
    const id = String(unbound.tags[0]?.id);
    expect((await inProcess(['tags', 'bind', id, 'ein Lied für dich.txt'], at())).code).toBe(0);
    expect(await inProcess(['tags', 'bind', id, 'none.txt'], at())).toMatchObject({ code: 6, stdout: '' });
    expect(await inProcess(['tags', 'bind', '0x99', 'a'], at())).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('tags add'),
    });
    expect((await inProcess(['tags', 'ls'], at())).stdout).toMatch(
      /^ID +SERIAL +NAME +DOES\n *\d+ {2}0x04A2245A6B2C80 {2}ein Lied für dich\.txt {2}ein Lied für dich\.txt\n$/,
    );
  });

  it('binds and unbinds a tag given by its name', async () => {
    const tags = createStationTags({ baseUrl: services.station });
    const { id } = await tags.add({ serial: '0x04A2245A6B2CFE', model: 'mifare' });
    await tags.change(id, { name: 'Lion' });
    const file = await station().upload('roar', { filename: 'roar.mp3' });
    expect((await inProcess(['tags', 'bind', 'lion', 'roar.mp3'], at())).stdout).toContain('roar.mp3');
    expect((await inProcess(['tags', 'unbind', 'lion'], at())).stdout).toContain('no file');
    await tags.remove(id);
    await station().remove(file.id);
  });

  it('distinguishes a timeout from a failure', async () => {
    const known = await inProcess(['tags', 'add', '--timeout', '0.1'], at());
    expect(known.stderr).toContain('The tag on the reader is already added: tag 1, 0x04A2245A6B2C80, mifare');
    await inProcess(['simulate', 'tag', '--take'], at());
    expect(await inProcess(['tags', 'add', '--timeout', '0.1'], at())).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('no new tag was put on the reader within 0.1 s'),
    });
    expect((await inProcess(['tags', 'add', '--bind', 'nothing.txt'], at())).code).toBe(6);
  });

  it('watches tags come and go', async () => {
    const watching = startClient(['tags', 'watch', '--json'], at());
    await expect.poll(() => watching.stderr).toContain('Watching');
    await station().simulator.put({ serial: '0x11223344', model: 'mifare_classic' });
    await expect.poll(() => watching.stdout).toContain('\n');
    expect(JSON.parse(watching.stdout)).toMatchObject({ event: 'tap.on', serial: '0x11223344', id: null });
    watching.signal('SIGINT');
    expect(await watching.ended).toBe(130);
    await station().simulator.take();
  });
});

describe('the details of a tag', () => {
  const serials = ['0x0A000001', '0x0A000002', '0x0A000003'];

  it('are set, moved to a different tag and deleted by the CLI', async () => {
    for (const name of ['x1.wav', 'x2.wav']) await station().upload('la', { filename: name });
    const adding = startInProcess(['tags', 'add', '--many', '--timeout', '3', '--json'], at());
    for (const serial of serials) {
      await station().simulator.put({ serial });
      await expect.poll(async () => (await station().tags()).some((tag) => tag.serial === serial)).toBe(true);
    }
    expect(await adding.ended).toBe(0);
    expect((JSON.parse(adding.stdout) as { tags: Tag[] }).tags.map(({ serial }) => serial)).toEqual(serials);
    await station().simulator.take();

    const run = (...words: string[]) => inProcess(['tags', ...words], at());
    const [one = '', two = '', three = ''] = serials;
    expect(await run('name', one, '--colour', 'red')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--colour must be like #ff8800'),
    });
    expect(await run('name', one, 'Löwe', '--colour', '#FF8800', '--note', 'roars')).toMatchObject({
      code: 0,
    });
    const emptied = await run('name', one, '--note', '', '--colour=', '--json');
    expect(JSON.parse(emptied.stdout)).toMatchObject({ name: 'Löwe', colour: null, note: null });
    expect((await run('play', 'löwe', 'x*.wav', '--shuffle')).stdout).toMatch(
      /^tag \d+, 0x0A000001, “Löwe”: x1\.wav, x2\.wav, shuffled\n$/,
    );
    const own = ['--on-removal', 'continue', '--remember', 'off', '--volume', '40'];
    expect((await run('playback', 'löwe', ...own)).stdout).toMatch(
      /shuffled \(on removal continue, remember off, volume 40\)\n$/,
    );
    const fewer = await run('playback', 'löwe', '--volume', '', '--repeat', 'all', '--json');
    expect(JSON.parse(fewer.stdout)).toMatchObject({
      playback: { on_removal: 'continue', remember: false, repeat: 'all' },
    });
    expect((await run('playback', 'löwe')).stdout).toContain('repeat all');
    expect(await run('playback', 'löwe', '--repeat', 'never')).toMatchObject({ code: 2 });
    const plot = await run('plot', 'löwe', '--paper', 'a5', '--pens', 'one', '--pause', '300');
    expect(plot.stdout).toContain(
      '(on removal continue, remember off, repeat all, paper a5, pens one, pause 300)',
    );
    expect(await run('plot', 'löwe', '--pens', 'many')).toMatchObject({ code: 2 });
    expect((await run('plot', 'löwe', '--reset', '--json')).stdout).toContain('"plot": null');
    expect((await run('playback', 'löwe', '--reset')).stdout).toMatch(/, shuffled\n$/);
    const german = ['exhibit', 'löwe', '--language', 'de'];
    expect((await run(...german, '--title', 'Der Löwe', '--text', 'Er schläft.')).stdout).toContain(
      '(texts de)',
    );
    expect((await run('exhibit', 'löwe', 'x2.wav', 'x1.wav', '--seconds', '5')).stdout).toContain(
      '(texts de, pictures 2, each for 5 s)',
    );
    const shown = await run(...german, '--title', '', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({
      exhibit: {
        texts: [{ language: 'de', text: 'Er schläft.' }],
        pictures: ['x2.wav', 'x1.wav'],
        seconds: 5,
      },
    });
    expect(await run('exhibit', 'löwe', '--title', 'Lion')).toMatchObject({ code: 2 });
    expect((await run('exhibit', 'löwe', '--reset')).stdout).toMatch(/, shuffled\n$/);
    expect((await run('action', two, 'language', '--language', 'de')).stdout).toContain(': language de\n');
    expect((await run('action', two, 'back', '--seconds', '15')).stdout).toContain(': back 15 s\n');
    expect((await run('action', two, 'sleep', '--minutes', '5')).stdout).toContain(': sleep after 5 min\n');
    expect((await run('link', three, 'https://example.org/')).stdout).toContain(': https://example.org/\n');
    expect((await run('stream', three, 'https://example.org/radio')).stdout).toContain(
      ': stream https://example.org/radio\n',
    );
    expect((await run('ls')).stdout).toMatch(/0x0A000001 +Löwe +x1\.wav, x2\.wav, shuffled\n/);
    expect(await run('action', two, 'dance')).toMatchObject({ code: 2 });
    expect(await run('action', two, 'stop', '--minutes', '5')).toMatchObject({ code: 2 });
    expect(await run('link', three, 'javascript:alert(1)//')).toMatchObject({ code: 4, stdout: '' });
    expect(await run('play', 'Bär', 'x1.wav')).toMatchObject({ code: 6 });

    expect(await inProcess(['files', 'rename', 'x1.wav', 'y1.wav'], at())).toMatchObject({
      code: 0,
      stdout: 'x1.wav → y1.wav\n',
    });
    expect(await run('replace', 'löwe', two)).toMatchObject({ code: 4 });
    expect((await run('replace', 'löwe', two, '--overwrite')).stdout).toMatch(
      /^tag \d+, 0x0A000002, “Löwe”: y1\.wav, x2\.wav, shuffled\n$/,
    );
    expect(await run('forget', three)).toMatchObject({ code: 2 });
    expect(await run('forget', '--yes', three, 'löwe')).toMatchObject({ code: 0 });
    expect((await station().tags()).filter(({ serial }) => serials.includes(serial))).toEqual([]);
  });

  it('include statistics, which can be shown, exported and switched off', async () => {
    expect(await inProcess(['statistics', '--clear', '--yes', '--record', 'off'], at())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, recording off\n$/),
    });
    await inProcess(['statistics', '--record', 'on'], at());
    await station().simulator.put({ serial: '0x0A0000FF' });
    await expect
      .poll(async () => (await inProcess(['statistics'], at())).stdout)
      .toMatch(/^TAPS +LISTENED +TAG\n +1 +0:00 +unknown tags\n.* recording on\n$/);
    // A tag without a name is named as in “tags ls”.
    const tag = await station()
      .simulator.put({ serial: '0x0A0000FE' })
      .then(() => station().waitForTags());
    await inProcess(['tags', 'link', String(tag[0]?.id), 'https://example.org/lion'], at());
    await station().simulator.take();
    await station().simulator.put({ serial: '0x0A0000FE' });
    await expect
      .poll(async () => (await inProcess(['statistics'], at())).stdout)
      .toMatch(/ https:\/\/example\.org\/lion\n/);
    await inProcess(['statistics', '--clear', '--yes'], at());
    await station().simulator.put({ serial: '0x0A0000FF' });
    await expect.poll(async () => (await inProcess(['statistics'], at())).stdout).toContain('unknown tags');
    await station().simulator.take();
    const file = join(await temporaryFolder(), 'all.csv');
    expect((await inProcess(['statistics', '--csv', file], at())).code).toBe(0);
    expect((await inProcess(['statistics', '--csv', file], at())).code).toBe(1);
    expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFdate,hour,tag,.*\r\n[\d-]+,\d+,,,,1,0\r\n$/);
    expect((await inProcess(['statistics', '--csv', '-'], at())).stdout).toBe(await readFile(file, 'utf8'));
    for (const wrong of [['--from', 'June'], ['--record', 'maybe'], ['--clear']])
      expect((await inProcess(['statistics', ...wrong], at())).code, wrong.join(' ')).toBe(2);
  });
});

describe('stationery bindings', () => {
  it('moves bindings to a different station, after a dry run', async () => {
    const folder = await temporaryFolder();
    const other = await startStationProgram({ STATION_DATA_DIR: join(folder, 'attic') });
    const file = join(folder, 'kitchen.json');
    for (const [serial, name] of [
      ['0x04000000000001', 'one.txt'],
      ['0x04000000000002', 'two.txt'],
      ['0x04000000000003', 'three.txt'],
    ] as const) {
      await station().upload('x', { filename: name });
      await station().simulator.put({ serial });
      const [tag] = await station().waitForTags({ timeoutSeconds: 20 });
      await station().bind(tag?.id ?? 0, name);
      if (name !== 'three.txt') await station(other.url).upload('x', { filename: name });
    }
    await station().simulator.take();
    await station(other.url).simulator.put({ serial: '0x04000000000001' });
    await station(other.url).waitForTags({ timeoutSeconds: 20 });

    expect((await inProcess(['bindings', 'export', file], at())).code).toBe(0);
    expect((await inProcess(['bindings', 'export', file], at())).code).toBe(1);
    const exported = JSON.parse(await readFile(file, 'utf8'));
    expect(exported).toMatchObject({
      format: 'stationery-bindings',
      version: 1,
      station: expect.any(String),
    });
    exported.bindings = exported.bindings.filter(({ serial }: Tag) => serial.startsWith('0x0400'));
    await writeFile(file, JSON.stringify(exported));

    const shown = await inProcess(['bindings', 'import', file], at(other.url));
    expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') });
    expect(shown.stdout.split('\n').slice(1, 4)).toEqual([
      '0x04000000000001  to bind       one.txt',
      '0x04000000000002  tag missing   two.txt',
      '0x04000000000003  file missing  three.txt',
    ]);
    expect(await station(other.url).tags()).toMatchObject([{ filename: null }]);

    const applying = startClient(
      ['bindings', 'import', file, '--apply', '--wait', '50', '--json'],
      at(other.url),
    );
    await expect.poll(() => applying.stderr).toContain('Put the tag for “two.txt” on the reader');
    await station(other.url).simulator.put({ serial: '0x04000000000002' });
    expect(await applying.ended).toBe(1);
    const { bindings } = JSON.parse(applying.stdout) as { bindings: { state: string }[] };
    expect(bindings.map(({ state }) => state)).toEqual(['bound', 'bound', 'file missing']);
    expect(await station(other.url).tags()).toMatchObject([{ filename: 'one.txt' }, { filename: 'two.txt' }]);
  });

  it.each([
    ['{}', 'is not a file of bindings'],
    ['nonsense', 'is not JSON'],
    ['{"format":"stationery-bindings","version":2,"bindings":[]}', 'version 2'],
    ['{"format":"stationery-bindings","version":1,"bindings":[{"serial":"0x1"}]}', 'binding 1'],
  ])('refuses %s', async (input, reason) => {
    const { code, stderr } = await inProcess(['bindings', 'import', '-'], { ...at(), input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(reason) });
  });
});

/** An MP3 file without sound, with a cover. */
function withCover(picture: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), picture]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), content]);
  frame.writeUInt32BE(content.length, 4);
  const { length } = frame;
  return Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, length >> 14, (length >> 7) & 127, length & 127]),
    frame,
  ]);
}

it('stationery tags labels writes PDFs and drawings, and refuses characters that it cannot draw', async () => {
  const picture = Buffer.from(jpeg.encode({ width: 8, height: 4, data: Buffer.alloc(128, 200) }, 90).data);
  await station().upload(picture, { filename: 'lion.jpg' });
  const tags = createStationTags({ baseUrl: services.station });
  const { id } = await tags.add({ serial: '0x04A2245A6B2CFF', model: 'mifare' });
  await tags.change(id, { name: 'Löwe', picture: 'lion.jpg' });
  const output = join(await temporaryFolder(), 'labels.pdf');
  expect(await inProcess(['tags', 'labels', `${id}`, '--output', output], at())).toMatchObject({ code: 0 });
  const pdf = (await readFile(output)).toString('latin1');
  expect(pdf).toContain('/MediaBox [0 0 595.28 841.89]');
  expect(pdf).toContain('/Width 8 /Height 4 /ColorSpace /DeviceRGB');
  // A tag without a picture has the cover of its file.
  await station().upload(
    withCover(Buffer.from(jpeg.encode({ width: 4, height: 8, data: Buffer.alloc(128, 99) }, 90).data)),
    {
      filename: 'covered.mp3',
    },
  );
  await tags.change(id, {
    picture: null,
    meaning: { kind: 'playlist', files: ['covered.mp3'], shuffled: false },
  });
  await inProcess(['tags', 'labels', `${id}`, '--output', output], at());
  expect((await readFile(output)).toString('latin1')).toContain('/Width 4 /Height 8 /ColorSpace /DeviceRGB');
  // An album has the picture in its folder.
  await station().upload(picture, { filename: 'Zoo/cover.jpg' });
  await tags.change(id, { meaning: { kind: 'album', folder: 'Zoo', shuffled: false } });
  await inProcess(['tags', 'labels', `${id}`, '--output', output], at());
  expect((await readFile(output)).toString('latin1')).toContain('/Width 8 /Height 4');
  const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(table, table + 4)).toBe('xref');
  for (const [at, [, offset]] of [...pdf.matchAll(/^(\d{10}) 00000 n /gm)].entries())
    expect(pdf.slice(Number(offset)).startsWith(`${at + 1} 0 obj`)).toBe(true);

  const drawing = output.replace('.pdf', '.svg');
  await inProcess(['tags', 'labels', `${id}`, '--size', 'round', '--output', drawing], at());
  expect(await readFile(drawing, 'utf8')).toContain('2 Titles');
  await tags.change(id, { name: '狮子' });
  expect(await inProcess(['tags', 'labels', `${id}`, '--output', output], at())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the built-in font has no 狮 子 for tag '),
  });
});
