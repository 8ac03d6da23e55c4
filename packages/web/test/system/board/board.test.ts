import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fleetBuckets } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReceived } from '../../../../cli/src/clients/collection/open-publication.ts';
import { createBoardClient } from '../../../../client/src/board.ts';
import { startBoard } from '../../../../fleet/src/board/index.ts';
import { joinFleet } from '../../../../fleet/src/enrolment/index.ts';
import { readBoardConfig } from '../../../../fleet/src/index.ts';
import { natsServer, startServer } from '../../../../fleet/test/support/nats-server.ts';
import { deviceState, openBucket, stationState } from '../../../../fleet/test/support/put-in-bucket.ts';
import { startDevice } from '../../../../fleet/test/support/test-fleet.ts';
import { boardPage } from '../../../src/index.ts';
import { chromiumProgram, type OpenedPage, sharedBrowser } from '../../support/browser.ts';
import { collectionArchive } from '../../support/collection-archive.ts';
import { obstacles } from '../../support/obstacles.ts';
import { readQrCode } from '../../support/qr-code.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm" viewBox="0 0 50 50"><path d="M5 5H45V45" fill="none" stroke="#000"/></svg>';

/** Returns the date this many days ago. The page shows the last 30 days. */
const dayBefore = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return `${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}`;
};

const lion = (taps: number) => ({ name: 'The lion', taps });

async function startFleet(env: Record<string, string> = {}) {
  const { server } = await startServer();
  const settings = {
    FLEET_URL: `nats://${server}`,
    BOARD_HTTP_PORT: '0',
    BOARD_DATA_DIR: await temporaryFolder(),
    ...env,
  };
  const board = await startBoard(readBoardConfig({ args: [], env: settings }), {
    pages: boardPage,
    clock: systemClock,
    log: silentLogger,
    openArchive: openReceived,
  });
  onTestFinished(() => board.stop());
  await board.ready;
  const { url } = board.http;
  const client = createBoardClient({ baseUrl: url, token: env.BOARD_TOKEN });
  return { server, url, client, putDevice: await openBucket(server, fleetBuckets.devices) };
}

/** Drops a file onto the page, as if dragged from the desktop. */
async function dropFile(page: OpenedPage, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      return transfer;
    })()`,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

describe.skipIf(!chromiumProgram.run || !natsServer.run)('the page of the board', () => {
  const browser = sharedBrowser();

  it('shows devices and alarms, accepts a drawing and reorders the queue, with a token', async () => {
    const folder = await temporaryFolder();
    const { server, url, client, putDevice } = await startFleet({
      BOARD_TOKEN: 'operate',
      BOARD_DATA_DIR: folder,
      BOARD_NATS_ACCOUNTS: join(folder, 'accounts.conf'),
    });
    const enter = (code: string) => joinFleet(code, (request) => client.join(request));
    for (const name of ['one', 'hall']) await enter((await client.enroll({ name })).code);
    const device = await startDevice(server, 'one', { name: 'Window', tags: ['room 3'] });
    const putHall = (version: number) =>
      putDevice(
        'hall',
        deviceState('Hall', {
          tags: ['room 4'],
          page: 'javascript:alert(1)',
          station: stationState({
            card: { state: 'present', freeBytes: 1_000_000, totalBytes: 32e9 },
            lastTap: { tag: '04:A2:24', at: new Date().toISOString() },
            taps: {
              days: [
                { date: dayBefore(1), taps: 3 },
                { date: dayBefore(0), taps: 38 },
              ],
              tags: [lion(30), { name: null, taps: 11 }],
            },
            failedUpdate: { version: '0.2.0', reason: 'It did not answer.' },
            collection: {
              name: 'museum',
              version,
              wanted: Math.max(version, 2),
              state: version >= 2 ? 'complete' : 'downloading',
              progress: 0.4,
              why: null,
            },
          }),
        }),
      );
    await putHall(1);
    await expect.poll(async () => (await client.devices()).length).toBe(2);

    const page = await browser.open(url);
    await page.getByLabel('Access token').fill('operate');
    await page.getByRole('button', { name: 'Unlock' }).click();
    const devices = page.getByRole('region', { name: 'Devices' });
    await devices.getByRole('heading', { name: 'room 3' }).waitFor();
    const row = (id: string) => devices.locator(`[data-device="${id}"]`);
    await row('one').getByText('Free').waitFor();
    expect(await row('one').getByRole('link').textContent()).toBe('Window');
    expect(await row('one').getByRole('link').getAttribute('href')).toBe(`${device.plotter.url}/`);
    // A device without a page address, or with an address that would run a program, has no link.
    expect(await row('hall').getByRole('link').count()).toBe(0);
    await row('hall').getByText('museum, version 1, downloading version 2, 40 %').waitFor();
    await row('hall').getByText('04:A2:24').waitFor();
    const alarms = page.getByRole('region', { name: 'Needs attention' });
    await alarms.getByText('Card full').waitFor();
    await alarms.getByText('Update failed').waitFor();

    // Adds a device with a code that this page shows.
    await devices.getByRole('button', { name: 'Add device' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a device' });
    await adding.getByLabel('Name').fill('Yard');
    await adding.getByRole('button', { name: 'Get code' }).click();
    await adding.getByText(/^Valid for (10:00|9:[0-5]\d), for one device\.$/).waitFor();
    const code = (await adding.getByLabel('Code', { exact: true }).textContent()) ?? '';
    await adding.locator('label', { hasText: 'Station' }).click();
    const command = `stationery fleet join ${url} ${code} --for station`;
    await adding.getByText(command).waitFor();
    expect(await readQrCode(adding.getByRole('img', { name: 'The command as a QR code' }))).toBe(command);
    expect(await obstacles(page)).toEqual([]);
    expect((await enter(code)).deviceId).toBe('yard');
    await adding.getByText('Yard has joined as yard.').waitFor();
    await adding.getByRole('button', { name: 'Done' }).click();

    await putDevice(
      'yard',
      deviceState('Hall', {
        station: stationState({ taps: { days: [{ date: dayBefore(0), taps: 2 }], tags: [lion(2)] } }),
      }),
    );
    const openMenu = async (item: string) => {
      await devices.getByRole('button', { name: 'More about the devices' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await openMenu('Tap statistics');
    const taps = page.getByRole('dialog', { name: 'Tap statistics' });
    await taps.getByText('43 taps in the last 30 days, at 2 stations.').waitFor();
    await taps.locator('label', { hasText: 'Tags' }).click();
    await taps.getByRole('row', { name: 'The lion 32' }).waitFor();
    await taps.locator('label', { hasText: 'Stations' }).click();
    await taps.getByRole('row', { name: 'Hall (hall) 41' }).waitFor();
    const saving = page.waitForEvent('download');
    await taps.getByRole('button', { name: 'Export CSV' }).click();
    const table = await readFile(await (await saving).path(), 'utf8');
    expect(table).toMatch(/^\uFEFFdate,hour,station,/);
    await page.keyboard.press('Escape');

    // A stolen device is revoked and disappears from the page.
    await openMenu('Credentials');
    const credentials = page.getByRole('dialog', { name: 'Credentials', exact: true });
    await credentials.getByRole('button', { name: 'Revoke the credentials of Yard' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke the credentials of Yard?' });
    await asked.getByRole('button', { name: 'Revoke', exact: true }).click();
    await credentials.locator('[data-enrolled="yard"]').getByText('Revoked', { exact: true }).waitFor();
    expect(await obstacles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => row('yard').count()).toBe(0);

    await openMenu('Collections');
    const collectionsDialog = page.getByRole('dialog', { name: 'Collections' });
    await collectionsDialog.getByText('No collections yet').waitFor();
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await collectionsDialog.getByRole('button', { name: 'Publish a collection' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
    };
    await choose('song.mp3', Buffer.alloc(2_000));
    await collectionsDialog.getByText('“song.mp3” is not a collection.').waitFor();
    await choose('Museum.tar', await collectionArchive({ 'a.mp3': 'a1' }));
    await collectionsDialog.getByText('A new collection.').waitFor();
    await collectionsDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    const museum = page.getByRole('region', { name: 'museum' });
    await museum.getByText('Newest version 1: 1 file, 2 bytes, 0 tags').waitFor();
    // A damaged archive is refused with advice, and a different one can be chosen.
    const second = await collectionArchive({ 'a.mp3': 'a2' });
    await choose('second.tar', Buffer.from(second.toString('latin1').replace('a2', 'a3'), 'latin1'));
    await collectionsDialog.getByText('It becomes version 2 of museum.').waitFor();
    await collectionsDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await collectionsDialog.getByText('“a.mp3” differs from the exported file').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await collectionsDialog.getByRole('button', { name: 'Cancel' }).click();
    await choose('second.tar', second);
    await collectionsDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await museum.getByText('Newest version 2').waitFor();
    // Breaks off an upload in the middle.
    const stopping = new AbortController();
    const half = async function* () {
      yield new Uint8Array(second.subarray(0, 600));
      await expect.poll(() => readdir(join(folder, 'incoming'))).toHaveLength(1);
      stopping.abort();
    };
    await expect(client.publish('museum', half(), { signal: stopping.signal })).rejects.toThrow();
    await expect.poll(() => readdir(join(folder, 'incoming'))).toEqual([]);
    await museum.getByText('1 station follows it').waitFor();
    const rolledOut = async () => (await client.collections())[0]?.rollOut;
    await museum.getByLabel('First station').selectOption('hall');
    await museum.getByRole('button', { name: 'Roll out' }).click();
    await museum.getByText('Not there yet: Hall.').waitFor();
    expect(await rolledOut()).toMatchObject({ version: 2, stage: 'one', stations: ['hall'] });
    await museum.getByRole('button', { name: 'Stop' }).click();
    await museum.getByText('Stopped').waitFor();
    await museum.getByRole('button', { name: 'Roll out' }).click();
    await expect.poll(rolledOut).toMatchObject({ isStopped: false });
    await putHall(2);
    await museum.getByText('Complete').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await museum.getByLabel('Version').selectOption('Version 1');
    await museum.getByRole('button', { name: 'Delete version' }).click();
    const question = page.getByRole('dialog', { name: 'Delete version 1 of museum?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await museum.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(rolledOut).toMatchObject({ version: 1, stage: 'all', stations: null });
    await client.publish('museum', await collectionArchive({ 'a.mp3': 'a3' }));
    await client.rollOut('museum', { stage: 'all', version: 3, force: true });
    await putHall(3);
    await museum.getByText('Newest version 3').waitFor({ timeout: 20_000 });
    await museum.getByLabel('Version').selectOption('Version 1');
    await museum.getByRole('button', { name: 'Delete version' }).click();
    const inUse = page.getByRole('dialog', { name: 'Version 1 is in use' });
    await inUse.getByText('Roll out a different version first.').waitFor();
    await page.keyboard.press('Escape');
    await museum.getByLabel('Version').selectOption('Version 2');
    await museum.getByRole('button', { name: 'Delete version' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete version 2 of museum?' });
    await sure.getByRole('button', { name: 'Delete version' }).click();
    await page.getByText('Version 2 of museum is deleted.').waitFor();
    expect((await client.collections())[0]?.versions).toEqual([1, 3]);
    await page.keyboard.press('Escape');

    await dropFile(page, 'notes.txt', 'no drawing');
    await page.getByText('“notes.txt” is not a drawing').waitFor();
    await dropFile(page, 'card.svg', svg);
    const dialog = page.getByRole('dialog', { name: 'Add to the queue' });
    await dialog.getByLabel('Copies').fill('3');
    await dialog.getByText('1 plotter can take it').waitFor();
    await dialog.getByLabel('Hold it until I release it').check();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to queue' }).click();
    const queue = page.getByRole('region', { name: 'Queue' });
    await queue.getByText('3 of 3').waitFor();
    const order = async () => (await client.jobs()).jobs.map(({ copy }) => copy);
    expect(await order()).toEqual([1, 2, 3]);

    const jobs = queue.locator('.queue-job');
    await jobs.nth(2).dragTo(jobs.nth(0));
    await expect.poll(order).toEqual([3, 1, 2]);
    await expect.poll(() => jobs.first().textContent()).toContain('3 of 3');
    // A job that is dropped on a plotter is restricted to that plotter.
    await jobs.nth(1).dragTo(row('one'));
    await jobs.nth(1).getByText('Only ').waitFor();
    const act = async (at: number, action: string) => {
      await jobs.nth(at).getByRole('button', { name: 'More for card' }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await act(2, 'Move up');
    await expect.poll(order).toEqual([3, 2, 1]);
    await act(0, 'Cancel');
    await page.getByText('card was cancelled.').waitFor();
    await expect.poll(() => jobs.count()).toBe(2);
    await act(1, 'Release');
    await expect.poll(async () => (await client.status()).jobs.done).toBe(1);
    // Content that appears above the button, such as an alarm, may move it during a click.
    const finished = queue.getByRole('radio', { name: 'Finished' });
    await expect
      .poll(async () => {
        await queue.getByText('Finished', { exact: true }).first().click();
        return finished.isChecked();
      })
      .toBe(true);
    await queue.getByText('Done').first().waitFor();
    expect(await obstacles(page)).toEqual([]);

    // The plotter disappears during a job, so a user must decide.
    await queue.locator('label', { hasText: 'Open' }).click();
    const left = (await client.jobs()).jobs[0]!;
    const putJob = await openBucket(server, fleetBuckets.jobs);
    const reason = 'The service ended while the job was running.';
    const state = { state: 'interrupted', device: 'gone', progress: 0.5, reason };
    const { whyNot, ...stored } = left;
    // An open menu must not change when its job does.
    await jobs.first().getByRole('button', { name: 'More for card' }).click();
    await putJob(left.id, { ...stored, class: { tags: ['nowhere'] }, lastReport: 0, state });
    await alarms.getByRole('button', { name: 'Plot again: card' }).waitFor();
    await jobs.first().getByText('Interrupted').waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Release',
      'Change plotters …',
      'Cancel',
    ]);
    expect(await page.getByRole('menu').getByRole('group').getAttribute('aria-label')).toBe('card');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await alarms.getByRole('button', { name: 'Plot again: card' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Plot again' }).click();
    await alarms.getByText('No plotter can take it').waitFor();
    expect((await client.job(left.id)).earlier).toMatchObject([{ device: 'gone' }]);
    await page.reload();
    await alarms.getByText('No plotter can take it').waitFor();
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((asked) => !asked.startsWith(url))).toEqual([]);
  });

  it('reports that the disk of the NATS server is full, with the reason', async () => {
    const env = {
      FLEET_URL: `nats://127.0.0.1:${await unusedPort()}`,
      BOARD_HTTP_PORT: '0',
      BOARD_DATA_DIR: await temporaryFolder(),
    };
    const cause = { code: 'nats-storing-refused', message: 'no space' } as const;
    const problem = { state: 'disk-full', why: { reason: '0 MB are free.', cause } } as const;
    const board = await startBoard(readBoardConfig({ args: [], env }), {
      pages: boardPage,
      clock: systemClock,
      log: silentLogger,
      openArchive: openReceived,
      nats: { problem, reload: () => Promise.resolve(), recover: () => undefined },
    });
    onTestFinished(() => board.stop());
    const page = await browser.open(board.http.url);
    await page.getByText(/The disk of the NATS server at .* is full\./).waitFor();
    await page.getByText('0 MB are free.').waitFor();
  });

  it('renders only a few of a thousand devices, and shows no actions to a viewer on a phone', async () => {
    const { url, client, putDevice } = await startFleet({
      BOARD_TOKEN: 'operate',
      BOARD_VIEWER_TOKEN: 'look',
    });
    const name = (at: number) => `Station ${at}`;
    const put = (at: number, freeBytes: number) =>
      putDevice(
        `s${at}`,
        deviceState(name(at), {
          tags: [`floor ${at % 10}`],
          station: stationState({ card: { state: 'present', freeBytes, totalBytes: 32e9 } }),
        }),
      );
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => put(at, 20e9)));
    await expect.poll(async () => (await client.devices()).length).toBe(1_000);
    await client.submit({ svg, isHeld: true, name: 'card' });
    const page = await browser.open(url, phone);
    await page.getByLabel('Access token').fill('look');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText(name(10), { exact: true }).waitFor();
    const rows = page.locator('.device');
    expect(await rows.count()).toBeLessThan(100);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await obstacles(page)).toEqual([]);
    // All devices report at once.
    await Promise.all(Array.from({ length: 1_000 }, (_, at) => put(at, 10e9)));
    await rows.first().getByText('10.0 GB free').waitFor();
    expect(await rows.count()).toBeLessThan(100);
    await page.getByLabel('Search devices').fill('station 999');
    await page.getByText('1 of 1,000 devices').waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('link', { name: 'Queue' }).click();
    const queue = page.getByRole('region', { name: 'Queue' });
    await queue.getByText('card').waitFor();
    // A viewer sees no actions that the board would refuse.
    await page.getByText('View only').waitFor();
    expect(await queue.getByRole('button').count()).toBe(0);
    const devices = page.getByRole('region', { name: 'Devices' });
    expect(await devices.getByRole('button').count()).toBe(1);
    await devices.getByRole('button', { name: 'More about the devices' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Collections']);
    expect(page.complaints).toEqual([]);
  });
});
