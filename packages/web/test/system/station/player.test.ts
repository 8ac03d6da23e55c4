import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { describe, expect, it } from 'vitest';
import { makeWav } from '../../../../station/src/player/make-wav.ts';
import { taggedMp3, textFrame } from '../../../../station/test/support/tagged-mp3.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { startStation, type TestStation } from '../../support/station.ts';

const fox = '0x04A2245A6B2C80';

/** Adds a tag with a song and removes the tag from the reader. */
async function withSong(station: TestStation): Promise<void> {
  await station.client.upload(makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.2 }]), {
    filename: 'song.wav',
  });
  await station.client.simulator.put({ serial: fox });
  const [tag] = await station.client.waitForTags({ timeoutSeconds: 10 });
  await station.client.bind(tag?.id ?? 0, 'song.wav');
  await station.client.simulator.take();
}

describe.skipIf(!chromiumProgram.run)('the station page as the player', () => {
  const browser = sharedBrowser();

  it('plays a sample tag, pauses when it is taken away, and resumes', async () => {
    const station = await startStation();
    const page = await browser.open(station.url);
    const panel = page.getByRole('region', { name: 'Now playing' });
    await page.getByRole('button', { name: 'Try it with sample sounds and tags' }).click();
    await page.getByText('Ready. Press a sample tag').waitFor();
    expect(station.onCard()).toEqual(['Bells.wav', 'Birdsong.wav', 'Marimba.wav']);
    expect(await station.client.tags()).toMatchObject(
      ['Bells.wav', 'Marimba.wav', 'Birdsong.wav'].map((filename) => ({ filename })),
    );
    const names = (await createStationTags({ baseUrl: station.url }).list()).map(({ name }) => name);
    expect(names).toEqual(['Fox', 'Owl', 'Snail']);
    // Adding the samples caused neither a sound nor a problem.
    await panel.getByText('Nothing is playing').waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
    const sample = page.getByRole('button', { name: 'Fox', exact: true });
    const lay = () => sample.click();
    await sample.hover();
    const placeBefore = await sample.boundingBox();
    await lay();
    await panel.getByText('Bells', { exact: true }).waitFor();
    await panel.getByText('Fox', { exact: true }).waitFor();
    await panel.getByText(/^0:0[1-9] of 0:12$/).waitFor();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByText('On the reader', { exact: true }).waitFor();
    expect(await sample.boundingBox()).toEqual(placeBefore);
    await lay();
    await panel.getByText('Paused').waitFor();
    const resume = panel.getByRole('button', { name: 'Play', exact: true });
    await resume.waitFor();
    // A file that is being deleted cannot be resumed.
    await page.getByRole('button', { name: 'More actions for “Bells.wav”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await panel.getByText('Nothing is playing').waitFor();
    expect(await resume.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('Paused').waitFor();
    expect(await resume.isDisabled()).toBe(false);
    await page.reload();
    await panel.getByText('Paused').waitFor();
    expect(await panel.getByRole('alert').allTextContents()).toEqual([]);
    await lay();
    await panel.getByText('Paused').waitFor({ state: 'detached' });
    await panel.getByText(/^0:0[2-9] of 0:12$/).waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Nothing is playing').waitFor();

    // An unknown tag is reported once, and can be added from the same place.
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Hare', exact: true }).click();
    const unknown = page.getByText('Unknown tag “Hare”');
    await unknown.waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByText('Added', { exact: true }).waitFor();
    await unknown.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await dialog.getByLabel('Birdsong').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await createStationTags({ baseUrl: station.url }).list()).at(-1)?.name)
      .toBe('Hare');
    await page.getByRole('button', { name: 'Hare', exact: true }).click();

    // Plays a file without a tag.
    await page.getByRole('button', { name: 'More actions for “Birdsong.wav”' }).click();
    await page.getByRole('menuitem', { name: 'Play on the station' }).click();
    await panel.getByText('Birdsong', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();

    // The effect of a tap can be set, even on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Connect a phone' }).click();
    await dialog.getByText('Only this computer can open this page now.').waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Playback settings' }).click();
    await dialog.getByText('Continue', { exact: true }).click();
    await dialog.getByText('Next file', { exact: true }).click();
    await dialog.getByLabel('Maximum volume').fill('60');
    const player = createStationPlayer({ baseUrl: station.url });
    // Another user's change is kept.
    await player.changeSettings({ languages: ['fr'] });
    // Files with the same title can be told apart.
    for (const disc of ['A', 'B']) station.write(`${disc}/1.mp3`, taggedMp3({ TIT2: textFrame('Overture') }));
    await dialog.locator('option', { hasText: 'Overture (B/1.mp3)' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('When nothing else plays').selectOption('Birdsong.wav');
    await dialog.getByLabel('Sound for unknown tags').uncheck();
    await dialog.getByLabel('Fade out, s').fill('11');
    expect(await obstacles(page)).toEqual([]);
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Fade out, s').fill('1,5');
    expect(await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth")).toBeLessThan(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Playback settings saved.').waitFor();
    expect(await player.settings()).toEqual({
      on_removal: 'continue',
      on_again: 'next',
      repeat: 'off',
      remember: true,
      volume_cap: 60,
      languages: ['fr'],
      idle_file: 'Birdsong.wav',
      unknown_sound: false,
      replay_gain: 'off',
      fade: 1.5,
      grace: 0.5,
    });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await player.settings()).on_removal).toBe('pause');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Limits' }).click();
    await dialog.getByLabel('Minutes per day').fill('0');
    await dialog.getByText('Enter a number from 1 to 1440.').waitFor();
    await dialog.getByLabel('Lowest').fill('101');
    await dialog.getByText('Enter a number from 0 to 100.').waitFor();
    const height = async (label: string) => (await dialog.getByLabel(label).boundingBox())?.height;
    expect(await height('Highest')).toBe(await height('Lowest'));
    await dialog.getByLabel('Lowest').fill('');
    await dialog.getByLabel('Minutes per day').fill('90');
    await player.changeLimits({ volume_start: 30 });
    await dialog.getByLabel('Protect with a PIN').fill('4711');
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Limits saved.').waitFor();
    const limits = { minutes_per_day: 90, quiet: null, volume_cap: 100, volume_start: 30, has_pin: true };
    expect(await player.limits()).toMatchObject(limits);
    // This machine may have no input device, so a press is simulated.
    await page.route(
      '**/api/v1/buttons/pressed?*',
      (route) => route.fulfill({ json: { data: { type: 'button', attributes: { control: 'key-163' } } } }),
      {
        times: 1,
      },
    );
    await player.changeButtons([
      { control: 'knob-0-up', action: 'volume_up' },
      { control: 'key-142', action: 'sleep', minutes: 20 },
    ]);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Buttons' }).click();
    await expect.poll(() => dialog.getByLabel('Action of Key 163').inputValue()).toBe('next');
    await dialog.getByLabel('Action of Key 163').selectOption('Back 30 s');
    await dialog.getByLabel('Seconds').fill('15');
    await dialog.getByLabel('Minutes').fill('25');
    await dialog.getByRole('button', { name: 'Remove Knob 0, turned right' }).click();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buttons saved.').waitFor();
    expect((await player.buttons()).buttons).toEqual([
      { control: 'key-142', action: 'sleep', minutes: 25 },
      { control: 'key-163', action: 'back', seconds: 15 },
    ]);
    await panel.getByRole('button', { name: 'Sleep timer' }).click();
    await page.getByRole('menuitem', { name: '30 min' }).click();
    await panel.getByText('Sleep timer: pauses in 30 min').waitFor();
    await panel.getByRole('button', { name: 'Sleep timer' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await panel.getByText('Sleep timer: pauses').waitFor({ state: 'detached' });
    await player.play('Marimba.wav');
    // On a phone, the button that resumes is where the button that paused was.
    const pause = panel.getByRole('button', { name: 'Pause' });
    const before = await pause.boundingBox();
    await pause.click();
    await panel.getByText(/^Paused · 0:/).waitFor();
    const again = panel.getByRole('button', { name: 'Play', exact: true });
    expect((await again.boundingBox())?.y).toBe(before?.y);
    await again.click();
    await panel.getByLabel('Position').fill('7');
    await expect.poll(async () => (await player.state()).position).toBeGreaterThanOrEqual(7);
    await panel.getByRole('button', { name: 'Sleep timer' }).click();
    await page.getByRole('menuitem', { name: 'After this file' }).click();
    await panel.getByText('Sleep timer: stops after this file').waitFor();
    await panel.getByRole('button', { name: 'Previous file' }).click();
    await expect.poll(async () => (await player.state()).position).toBeLessThan(7);
    await player.stop();
    await player.set({ sleep_after_file: false });
    await page.setViewportSize({ width: 1440, height: 900 });

    // An invalid sound file is reported in the language of the page.
    await station.client.upload('no sound', { filename: 'broken.wav' });
    await station.client.bind(1, 'broken.wav');
    await lay();
    await lay();
    await panel.getByText('“broken.wav” cannot be played.').waitFor();
    // A file that no browser can play is marked as such before a user tries.
    await station.client.upload('for other players', { filename: 'old.wma' });
    await station.client.bind(1, 'old.wma');
    const marked = page.getByRole('listitem').filter({ hasText: 'This player can’t play .wma' });
    await marked.filter({ hasText: 'old.wma' }).nth(1).waitFor();
    await lay();
    await lay();
    await panel.getByText('“old.wma” cannot be played.').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('shuffles and repeats, and keeps its controls visible on a phone', async () => {
    const station = await startStation();
    await withSong(station);
    await station.client.upload(makeWav([{ hz: 220, durationMs: 5_000, loudness: 0.2 }]), {
      filename: 'second.wav',
    });
    for (let at = 0; at < 40; at++) station.write(`Letter ${at}.txt`);
    const tags = createStationTags({ baseUrl: station.url });
    const [tag] = await tags.list();
    const files = ['song.wav', 'second.wav'];
    await tags.change(tag!.id, { meaning: { kind: 'playlist', files, shuffled: false } });
    const page = await browser.open(station.url, { viewport: { width: 390, height: 844 } });
    const panel = page.getByRole('region', { name: 'Now playing' });
    await panel.getByText('Nothing is playing').waitFor();
    const order = panel.getByRole('button', { name: 'Order and repeat' });
    expect(await order.isDisabled()).toBe(true);
    await station.client.simulator.put({ serial: fox });
    await panel.getByText('file 1 of 2').waitFor();
    const player = createStationPlayer({ baseUrl: station.url });
    await order.click();
    await page.getByRole('menuitemcheckbox', { name: 'Shuffle' }).click();
    await expect.poll(async () => (await player.state()).playlist?.shuffled).toBe(true);
    await order.click();
    await page.getByRole('menuitemradio', { name: 'One file' }).click();
    await expect.poll(async () => (await player.state()).repeat).toBe('one');

    const mini = page.getByRole('complementary', { name: 'Now playing' });
    expect(await mini.count()).toBe(0);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await mini.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(async () => (await player.state()).status).toBe('paused');
    await mini.getByRole('button', { name: 'Play' }).waitFor();
    expect(await obstacles(page)).toEqual([]);
    await mini.getByRole('button', { name: 'song.wav' }).click();
    await mini.waitFor({ state: 'detached' });

    // An album shows the picture in its folder, and its name.
    station.write('Tales/cover.png', onePixel);
    station.write('Tales/1.wav', makeWav([{ hz: 220, durationMs: 60_000, loudness: 0.2 }]));
    await station.client.card();
    const album = { kind: 'album', folder: 'Tales', shuffled: false } as const;
    await tags.change(tag!.id, { name: null, meaning: album });
    await station.client.simulator.take();
    await station.client.simulator.put({ serial: fox });
    await panel.getByText('1.wav', { exact: true }).waitFor();
    await panel.getByText('Tales', { exact: true }).waitFor();
    await panel.locator('.cover img').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it.each([
    ['asks in German for a click if the browser requires one', 0],
    ['plays after that click even if a pause precedes it', 1],
  ])('%s', async (_, pauses) => {
    const station = await startStation();
    await withSong(station);
    const page = await browser.open(station.url, { locale: 'de-DE' });
    const panel = page.getByRole('region', { name: 'Wiedergabe' });
    await panel.waitFor();
    // The Chromium of the tests allows autoplay. This imitates a desktop browser, which refuses it until a click.
    await page.evaluate(`{
      const { play } = HTMLMediaElement.prototype;
      let isClicked = false;
      addEventListener('click', () => { isClicked = true; }, true);
      let pausesLeft = ${pauses};
      HTMLMediaElement.prototype.play = async function () {
        if (!isClicked) throw new DOMException('no click yet', 'NotAllowedError');
        if (pausesLeft-- > 0) throw new DOMException('a pause came first', 'AbortError');
        return play.call(this);
      };
    }`);
    await station.client.simulator.put({ serial: fox });
    // The browser may have refused the sound for the unknown tag too. The next file clears that message, and
    // the button is “Pause” until the browser refuses the file.
    await panel.getByText('song.wav').waitFor();
    await panel.getByText('Der Browser spielt Ton erst nach einem Klick').waitFor();
    await panel.getByRole('button', { name: 'Abspielen' }).click();
    await panel.getByText(/^0:0[1-9] von 1:00$/).waitFor();
    expect(await panel.getByText('Der Browser spielt Ton').count()).toBe(0);
  });
});
