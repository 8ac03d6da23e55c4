import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addTag } from '../support/test-station.ts';
import { details, patch, playing, playingStation, serials } from './playing-station.ts';
import { endless, loopback, startServer } from './radio.ts';

const sound = Buffer.alloc(16_384, 'sound');
const audio = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'audio/mpeg' });

/** Starts a station whose tag “other” plays a stream. */
async function withStream(
  path: string,
  answer: (path: string, response: ServerResponse) => void,
  internet = loopback,
) {
  const requests: string[] = [];
  const server = await startServer(({ url = '' }, response) => {
    requests.push(url);
    answer(url, response);
  });
  const station = await playingStation({ internet });
  const id = await addTag(station.station, serials.other);
  await station.take();
  const url = /^https?:/.test(path) ? path : `${server.url}${path}`;
  const meaning = { kind: 'stream', url };
  expect((await details(station.station, id, { name: 'News', meaning })).status).toBe(200);
  return {
    ...station,
    id,
    server,
    requests,
    url,
    relayed: async (signal?: AbortSignal) =>
      fetch(`${station.station.url}${(await station.state()).output.content}`, signal ? { signal } : {}),
    refused: (cause: object) => station.becomes({ status: 'stopped', problem: { cause } }),
  };
}

describe('a tag with a web radio station', () => {
  it('plays the radio through the base station, while a player reads it', async () => {
    const radio = await withStream('/radio', (_, response) => endless(audio(response), sound));
    expect(radio.requests).toEqual([]);
    await radio.put('other');
    await radio.becomes({
      status: 'playing',
      file: null,
      stream: { title: 'News', url: radio.url, connecting: true },
      tag: { name: 'News' },
      duration: null,
    });
    const ending = new AbortController();
    const answer = await radio.relayed(ending.signal);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const reader = answer.body!.getReader();
    let bytes = 0;
    while (bytes < 1_000_000) bytes += (await reader.read()).value!.length;
    ending.abort();
    await radio.report(3);
    await radio.becomes({ position: 3, stream: { connecting: false } });
    // Seeking in a live stream is refused.
    const seek = { id: 'player', type: 'player', attributes: { position: 10 } };
    expect((await radio.station.send('PATCH', '/api/v1/player', { data: seek })).status).toBe(409);
    await radio.command('pause');
    await radio.clock.advance(1_000);
    await radio.command('play');
    await radio.becomes({ status: 'playing', stream: { title: 'News' } });
    await radio.put('lion');
    await radio.becomes(playing('lion.wav', { stream: null }));
  });

  it('follows redirects and playlists', async () => {
    const radio = await withStream('/moved', (path, response) => {
      if (path === '/moved') response.writeHead(302, { location: '/list' }).end();
      else if (path === '/list') {
        response.writeHead(200, { 'content-type': 'audio/x-scpls; charset=utf-8' });
        response.end(`[playlist]\nFile1=${radio.server.url}/radio\nLength1=-1\n`);
      } else endless(audio(response), sound);
    });
    await radio.put('other');
    await radio.becomes({ status: 'playing', stream: { url: radio.url } });
    expect(radio.requests).toEqual(['/moved', '/list', '/radio']);
  });

  it('reports why it cannot be played, while the current file keeps playing', async () => {
    const type = (name: string) => ({ 'content-type': name });
    const radio = await withStream('/page', (path, response) => {
      if (path === '/page') response.writeHead(200, type('text/html')).end('<html></html>');
      else if (path === '/loop') response.writeHead(301, { location: '/loop' }).end();
      else if (path === '/local') response.writeHead(302, { location: 'http://127.0.0.2/' }).end();
      else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (path === '/hls')
        response
          .writeHead(200, type('application/vnd.apple.mpegurl'))
          .end('#EXTM3U\n#EXT-X-VERSION:3\nhttp://a/\n');
      else if (path === '/endless') endless(response.writeHead(200, type('audio/x-mpegurl')), sound);
      else response.writeHead(404).end();
    });
    const address = radio.server.url.slice('http://'.length);
    await radio.put('lion');
    await radio.becomes(playing('lion.wav'));
    await radio.report(1);
    await radio.put('other');
    const notAudio = { code: 'stream-not-audio', address };
    await radio.becomes(playing('lion.wav', { problem: { cause: { ...notAudio, type: 'text/html' } } }));
    for (const [path, cause] of [
      ['/loop', { code: 'stream-redirects', address }],
      ['/local', { code: 'stream-local', address: '127.0.0.2' }],
      ['/file', notAudio],
      ['/hls', { ...notAudio, type: 'application/vnd.apple.mpegurl' }],
      ['/endless', { ...notAudio, type: 'audio/x-mpegurl' }],
      ['/missing', { code: 'stream-refused', address, status: 404 }],
    ] as const) {
      const url = `${radio.server.url}${path}`;
      await details(radio.station, radio.id, { meaning: { kind: 'stream', url } });
      await radio.take();
      await radio.put('other');
      await radio.becomes(playing('lion.wav', { problem: { cause } }));
    }
    expect(radio.requests.filter((path) => path === '/loop')).toHaveLength(6);
  });

  it('refuses local addresses', async () => {
    for (const url of [
      'http://127.0.0.2/',
      'http://0x7f000002/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.2]/',
    ]) {
      const radio = await withStream(url, () => {});
      await radio.put('other');
      await radio.becomes({ problem: { cause: { code: 'stream-local' } } });
      await radio.station.stop();
    }
  });

  it('reports that it needs a network cable', async () => {
    const internet = { ...loopback, isWired: () => false };
    const radio = await withStream('/radio', (_, response) => endless(audio(response), sound), internet);
    await radio.put('other');
    await radio.becomes({ problem: { cause: { code: 'stream-needs-cable' } } });
    expect(radio.requests).toEqual([]);
  });

  it('reconnects after a broken connection, and gives up after several failures', async () => {
    let isBroken = false;
    const radio = await withStream('/radio', (_, response) => {
      if (isBroken) response.destroy();
      else audio(response).write(sound);
    });
    await radio.put('other');
    await radio.becomes({ status: 'playing' });
    await radio.report(1);
    const reader = (await radio.relayed()).body!.getReader();
    const read = async () => (await reader.read()).value?.length;
    expect(await read()).toBe(sound.length);
    radio.server.drop();
    const again = read();
    await expect.poll(() => radio.clock.pending).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await radio.clock.advance(500);
        return radio.requests.length;
      })
      .toBe(3);
    expect(await again).toBe(sound.length);
    // After ten seconds of playback the stream counts as healthy again.
    for (const position of [2, 7]) {
      await radio.report(position);
      await radio.clock.advance(5_000);
    }
    isBroken = true;
    radio.server.drop();
    const end = read().catch(() => 'broken');
    await expect
      .poll(async () => {
        await radio.report(3);
        await radio.clock.advance(8_000);
        return radio.requests.length;
      })
      .toBe(8);
    expect(await end).toBe('broken');
    await radio.report(3, 'ended');
    await radio.becomes({ status: 'stopped', problem: { cause: { code: 'stream-unreachable' } } });
  });

  it.each([0, 1])('gives up a stream that sends only %i bytes a second', async (bytes) => {
    let send = () => {};
    const radio = await withStream('/radio', (_, response) => {
      audio(response).flushHeaders();
      send = () => void (bytes > 0 && response.write('x'));
    });
    await radio.put('other');
    await radio.becomes({ status: 'playing' });
    let isOver = false;
    const end = (async () => {
      const answer = await radio.relayed();
      await answer.text();
      return answer.ok;
    })()
      .catch(() => false)
      .finally(() => (isOver = true));
    await expect.poll(() => radio.requests.length).toBe(2);
    await expect
      .poll(async () => {
        send();
        await radio.report(0);
        await radio.clock.advance(1_000);
        return isOver;
      })
      .toBe(true);
    expect(await end).toBe(false);
    expect(radio.requests).toHaveLength(2);
    await radio.report(0, 'ended');
    await radio.becomes({ status: 'stopped', problem: { cause: { code: 'stream-too-slow' } } });
  });

  it('keeps its address in the list of tags, and in a replacement', async () => {
    const radio = await withStream('https://EXAMPLE.org/radio', () => {});
    const meaning = { kind: 'stream', url: 'https://example.org/radio' };
    const path = `/api/v1/tag-details/${radio.id}`;
    expect(await (await radio.station.get(path)).json()).toMatchObject({ data: { attributes: { meaning } } });
    const attributes = { lost: radio.id, replacement: 1, overwrite: true };
    await radio.station.send('POST', '/api/v1/tag-replacements', {
      data: { type: 'tag-replacement', attributes },
    });
    const replaced = await (await radio.station.get('/api/v1/tag-details/1')).json();
    expect(replaced).toMatchObject({ data: { attributes: { meaning } } });
    await details(radio.station, 1, { meaning: null });
    const cleared = await (await radio.station.get('/api/v1/tag-details/1')).json();
    expect(cleared).toMatchObject({ data: { attributes: { meaning: null } } });
    for (const url of ['file:///etc/passwd', 'http://[/radio', 'x'])
      expect((await details(radio.station, 1, { meaning: { kind: 'stream', url } })).status).toBe(422);
  });

  it('opens no address for an unknown stream ID', async () => {
    const radio = await withStream('/radio', (_, response) => endless(audio(response), sound));
    const answer = await radio.station.get(`/api/v1/player/streams/${'0'.repeat(32)}`);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([404, 'unknown-file']);
    expect((await radio.station.get('/api/v1/player/streams/x')).status).toBe(404);
    expect(radio.requests).toEqual([]);
  });
});

const feedType = { 'content-type': 'application/rss+xml' };
const item = (day: number) =>
  `<item><title>Day ${day}</title><guid>${day}</guid><enclosure url="/${day}.mp3" type="audio/mpeg"/>
    <pubDate>${new Date(Date.UTC(2024, 0, day)).toUTCString()}</pubDate></item>`;

describe('a tag with a podcast', () => {
  it('plays the newest episode first, and resumes each episode where it stopped', async () => {
    let days = [1, 2, 3];
    const podcast = await withStream('/feed', (path, response) => {
      if (path === '/feed') response.writeHead(200, feedType).end(`<rss>${days.map(item).join('')}</rss>`);
      else response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '5' }).end('sound');
    });
    const again = async () => {
      await podcast.take();
      await podcast.clock.advance(1_000);
      await podcast.put('other');
    };
    const day = (number: number, position: number, count: number, seconds = 0) =>
      podcast.becomes({
        status: 'playing',
        file: null,
        stream: { title: `Day ${number}` },
        playlist: count === 1 ? null : { position, count },
        position: seconds,
      });
    await podcast.put('other');
    await day(3, 1, 3);
    expect(await (await podcast.relayed()).text()).toBe('sound');
    await podcast.report(20);
    // Older episodes follow. An episode that was left keeps its position.
    await podcast.command('next');
    await day(2, 2, 3);
    await podcast.report(10);
    await podcast.put('lion');
    await podcast.becomes(playing('lion.wav'));
    await again();
    await day(3, 1, 3, 20);
    await podcast.report(58, 'ended');
    await day(2, 2, 3, 10);
    await podcast.report(30);
    await podcast.command('stop');
    // The feed is read again after a while; an episode that was heard is left out.
    days = [1, 2, 3, 4];
    await podcast.put('lion');
    await podcast.becomes(playing('lion.wav'));
    await podcast.report(1);
    await podcast.command('stop');
    await podcast.clock.advance(10 * 60_000);
    await again();
    await day(4, 1, 3);
    await podcast.report(59.5);
    await podcast.command('next');
    await day(2, 2, 3, 30);
    // Seeking is possible in an episode.
    const attributes = { position: 42 };
    const seek = { id: 'player', type: 'player', attributes };
    expect((await podcast.station.send('PATCH', '/api/v1/player', { data: seek })).status).toBe(200);
    await podcast.command('stop');
    await again();
    await day(2, 1, 2, 42);
    expect(podcast.requests.filter((path) => path === '/feed')).toHaveLength(2);
  });

  it('with `on_again: next` plays the next episode, and after the oldest one the newest unheard one', async () => {
    const podcast = await withStream('/feed', (_, response) =>
      response.writeHead(200, feedType).end([1, 2, 3].map(item).join('')),
    );
    await patch(podcast.station, 'player-settings', { on_again: 'next' });
    for (const [day, seconds] of [
      [3, 20],
      [2, 10],
      [1, 5],
    ] as const) {
      await podcast.put('other');
      await podcast.becomes({ status: 'playing', stream: { title: `Day ${day}` } });
      await podcast.report(seconds);
      await podcast.command('stop');
      await podcast.take();
    }
    await podcast.put('other');
    await podcast.becomes({ stream: { title: 'Day 3' }, position: 20 });
    await podcast.report(58, 'ended');
    await podcast.becomes({ stream: { title: 'Day 2' }, position: 10 });
    await podcast.command('stop');
    await podcast.take();
    await podcast.put('other');
    await podcast.becomes({ stream: { title: 'Day 1' }, position: 5 });
    await podcast.command('stop');
    await podcast.take();
    // The newest episode was heard to its end.
    await podcast.put('other');
    await podcast.becomes({ stream: { title: 'Day 2' }, playlist: { position: 1, count: 2 } });
  });

  it('requests no feed while a limit prevents playback', async () => {
    const podcast = await withStream('/feed', (_, response) =>
      response.writeHead(200, feedType).end(item(1)),
    );
    const limited = { id: 'player-limits', type: 'player-limits', attributes: { minutes_per_day: 1 } };
    await podcast.station.send('PATCH', '/api/v1/player/limits', { data: limited });
    await podcast.put('lion');
    await podcast.becomes(playing('lion.wav'));
    for (let seconds = 0; seconds < 65; seconds += 5) {
      await podcast.report(seconds / 2);
      await podcast.clock.advance(5_000);
    }
    await podcast.take();
    await podcast.put('other');
    await podcast.becomes({ problem: { cause: { code: 'minutes-used' } } });
    expect(podcast.requests).toEqual([]);
  });

  it('does not mistake a broken connection for the end of an episode', async () => {
    const podcast = await withStream('/feed', (path, response) => {
      if (path === '/feed') response.writeHead(200, feedType).end(item(1) + item(2));
      else {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '500' });
        response.write('sound', () => response.destroy());
      }
    });
    await podcast.put('other');
    await podcast.becomes({ stream: { title: 'Day 2' } });
    await podcast.report(20);
    await (await podcast.relayed()).text().catch(() => undefined);
    await podcast.report(20, 'ended');
    await podcast.becomes({ status: 'stopped', problem: { cause: { code: 'stream-ended' } } });
    await podcast.command('play');
    await podcast.becomes({ status: 'playing', stream: { title: 'Day 2' }, position: 20 });
  });

  it('skips an episode that is gone, but stops while the server is down', async () => {
    const podcast = await withStream('/feed', (path, response) => {
      if (path === '/feed') response.writeHead(200, feedType).end([1, 2, 3].map(item).join(''));
      else response.writeHead(path === '/3.mp3' ? 404 : 503).end();
    });
    const fails = async () => {
      expect((await podcast.relayed()).status).toBe(502);
      await podcast.report(0, 'failed');
    };
    await podcast.put('other');
    await podcast.becomes({ status: 'playing', stream: { title: 'Day 3' } });
    await fails();
    await podcast.becomes({
      status: 'playing',
      stream: { title: 'Day 2' },
      problem: { cause: { code: 'stream-refused', status: 404 } },
    });
    await fails();
    await podcast.becomes({ status: 'stopped', problem: { cause: { code: 'stream-refused', status: 503 } } });
  });

  it('reads an endless feed up to a limit, and refuses a feed without episodes', async () => {
    const podcast = await withStream('/endless', (path, response) => {
      response.writeHead(200, feedType);
      if (path === '/endless') endless(response, Buffer.from(`${item(1)}${' '.repeat(10_000)}`));
      else if (path === '/blank') endless(response, sound);
      else response.end('<rss></rss>');
    });
    await podcast.put('other');
    await podcast.becomes({ status: 'playing', stream: { title: 'Day 1' } });
    for (const path of ['/blank', '/empty']) {
      const url = `${podcast.server.url}${path}`;
      await details(podcast.station, podcast.id, { meaning: { kind: 'stream', url } });
      await podcast.take();
      await podcast.clock.advance(1_000);
      await podcast.put('other');
      await podcast.becomes({ problem: { cause: { code: 'stream-no-episodes' } } });
      await podcast.command('stop');
      await podcast.put('lion');
      await podcast.becomes(playing('lion.wav'));
    }
  });
});
