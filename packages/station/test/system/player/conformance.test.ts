import { describe, expect, it } from 'vitest';
import { mpd, mpdRig } from '../../player/mpd-rig.ts';
import { mpv, mpvRig } from '../../player/mpv-rig.ts';
import { pageRig } from '../../player/page-rig.ts';
import { EventList, type Rig } from '../../player/rig.ts';

const kinds: [string, boolean, () => Promise<Rig>][] = [
  ['mpv', mpv.run, mpvRig],
  ['mpd', mpd.run, mpdRig],
  ['browser', true, pageRig],
];

describe.each(kinds)('the player %s', (kind, isThere, makeRig) => {
  it.skipIf(!isThere)(
    'plays, pauses, resumes, seeks, plays the next file and stops',
    { timeout: 60_000 },
    async () => {
      const rig = await makeRig();
      const { player, until } = rig;
      const events = new EventList(player);
      player.setVolume(30);
      const long = rig.track('long');
      player.load(long, { positionMs: 20_000, isPaused: false });
      await until(() => expect(events.all).toContainEqual({ type: 'started', load: long.load }));
      await until(async () =>
        expect(await rig.snapshot()).toMatchObject({ isPlaying: true, filename: 'long', volume: 30 }),
      );
      expect((await rig.snapshot()).positionMs).toBeGreaterThanOrEqual(20_000);
      await until(() => expect(player.place().durationMs).toBe(60_000));
      expect(player.place().positionMs).toBeGreaterThanOrEqual(19_900);

      player.setPaused(true);
      player.setVolume(70);
      await until(async () => expect(await rig.snapshot()).toMatchObject({ isPaused: true, volume: 70 }));
      const paused = (await rig.snapshot()).positionMs;
      await until(() => expect(Math.abs(player.place().positionMs - paused)).toBeLessThan(500));
      player.seek(40_000);
      await until(async () => expect((await rig.snapshot()).positionMs).toBeGreaterThanOrEqual(39_500));
      player.setPaused(false);
      await until(async () => expect(await rig.snapshot()).toMatchObject({ isPlaying: true }));

      const short = rig.track('short');
      player.load(short, { positionMs: 0, isPaused: false });
      await until(() => expect(events.all).toContainEqual({ type: 'ended', load: short.load }));
      expect((await rig.snapshot()).isPlaying).toBe(false);

      const again = rig.track('long');
      player.load(again, { positionMs: 0, isPaused: true });
      await until(async () => expect(await rig.snapshot()).toMatchObject({ isPaused: true }));
      player.setPaused(false);
      await until(() => expect(events.all).toContainEqual({ type: 'started', load: again.load }));
      player.stop();
      await until(async () =>
        expect(await rig.snapshot()).toMatchObject({ isPlaying: false, isPaused: false }),
      );
      // Replaced and stopped tracks report neither an end nor a failure.
      expect(events.of('ended')).toEqual([{ type: 'ended', load: short.load }]);
      expect(events.of('failed')).toEqual([]);
      expect(events.of('trouble')).toEqual([]);
    },
  );

  it.skipIf(!isThere)('reports a file that cannot be played, and plays the next one', async () => {
    const rig = await makeRig();
    const { player, until } = rig;
    const events = new EventList(player);
    for (const name of ['broken', 'missing', 'list'] as const) {
      const track = rig.track(name);
      player.load(track, { positionMs: 0, isPaused: false });
      const cause = { code: 'file-not-playable', filename: name };
      await until(() => expect(events.all).toContainEqual({ type: 'failed', load: track.load, cause }));
    }
    // Start at a position after the end, as if the file had become shorter.
    const short = rig.track('short');
    player.load(short, { positionMs: 5_000, isPaused: false });
    await until(() => expect(events.all.at(-1)).toMatchObject({ load: short.load }));
    const long = rig.track('long');
    player.load(long, { positionMs: 0, isPaused: false });
    await until(() => expect(events.all).toContainEqual({ type: 'started', load: long.load }));
  });

  it.skipIf(!isThere)('continues after SIGKILL and SIGSTOP', async () => {
    const rig = await makeRig();
    const { player, clock, until } = rig;
    const events = new EventList(player);
    const long = rig.track('long');
    player.load(long, { positionMs: 10_000, isPaused: false });
    await until(() => expect(player.place().durationMs).toBe(60_000));
    // Kill the player shortly before the next query, which must not interfere with the restart.
    await clock.advance(900);
    await rig.kill();
    await until(() => expect(events.of('trouble')).toHaveLength(1));
    await clock.advance(250);
    await until(() => expect(events.of('started')).toHaveLength(2));
    await until(async () => expect(await rig.snapshot()).toMatchObject({ isPlaying: true }));
    expect((await rig.snapshot()).positionMs).toBeGreaterThanOrEqual(9_900);

    const { positionMs } = player.place();
    await rig.hang();
    // Let the next query time out.
    await clock.advance(12_000);
    await until(() => expect(events.of('trouble').length).toBeGreaterThan(1));
    // The position does not advance while the player hangs.
    if (kind !== 'browser') expect(player.place().positionMs - positionMs).toBeLessThan(2_000);
    await rig.revive();
    await clock.advance(4_000);
    await until(() => expect(events.of('started')).toHaveLength(3));
    expect((await rig.snapshot()).positionMs).toBeGreaterThanOrEqual(9_900);
    expect(events.of('ended')).toEqual([]);
    expect(events.of('failed')).toEqual([]);

    // A stopped player is not restarted.
    player.stop();
    await player.close();
    expect(clock.pending).toBe(0);
  });
});

it.skipIf(!mpv.run)(
  'the player mpv closes the file after a longer pause, and resumes at its position',
  { timeout: 60_000 },
  async () => {
    const rig = await mpvRig();
    const { player, until, clock } = rig;
    const events = new EventList(player);
    const long = rig.track('long');
    player.load(long, { positionMs: 20_000, isPaused: false });
    await until(() => expect(events.all).toContainEqual({ type: 'started', load: long.load }));
    player.setPaused(true);
    await until(async () => expect(await rig.snapshot()).toMatchObject({ isPaused: true }));
    await clock.advance(2_000);
    await until(async () =>
      expect(await rig.snapshot()).toMatchObject({ isPaused: false, isPlaying: false }),
    );
    player.seek(40_000);
    expect(player.place().positionMs).toBe(40_000);
    player.setPaused(false);
    await until(async () => {
      expect(await rig.snapshot()).toMatchObject({ isPlaying: true, filename: 'long' });
      expect((await rig.snapshot()).positionMs).toBeGreaterThanOrEqual(39_500);
    });
    expect(events.all.filter(({ type }) => type !== 'started' && type !== 'changed')).toEqual([]);
  },
);
