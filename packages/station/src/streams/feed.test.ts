import { expect, it } from 'vitest';
import { FeedReader } from './feed.ts';

const base = new URL('https://radio.example/feed');

function read(text: string | Buffer, pieceBytes = 7): FeedReader {
  const reader = new FeedReader(base);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.take(bytes.subarray(at, at + pieceBytes));
  return reader;
}

const item = (name: string, more = '') =>
  `<item><title>${name}</title><enclosure url="/${name}.mp3" type="audio/mpeg" length="1"/>${more}</item>`;

it('FeedReader reads an RSS feed in pieces and returns the newest episodes first', () => {
  const { episodes } = read(`<?xml version="1.0"?><rss><channel><title>Tales</title>
    ${item('old', '<pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><guid isPermaLink="false">id-old</guid>')}
    <item><title>No sound</title><link>https://radio.example/</link></item>
    ${item('undated')}
    <item>
      <itunes:title>Short</itunes:title>
      <title><![CDATA[Füchse & Bären <3]]></title>
      <enclosure length='9' type='audio/x-m4a' url='https://cdn.example/new.m4a?a=1&amp;b=2'/>
      <pubDate>Tue, 02 Jan 2024 10:00:00 +0100</pubDate>
    </item></channel></rss>`);
  expect(episodes).toEqual([
    {
      id: 'https://cdn.example/new.m4a?a=1&b=2',
      title: 'Füchse & Bären <3',
      url: 'https://cdn.example/new.m4a?a=1&b=2',
    },
    { id: 'id-old', title: 'old', url: 'https://radio.example/old.mp3' },
    { id: 'https://radio.example/undated.mp3', title: 'undated', url: 'https://radio.example/undated.mp3' },
  ]);
});

it('FeedReader reads an Atom feed', () => {
  const { episodes } = read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry>
    <title type="html">One &#38; &#x32;</title><id>urn:1</id><updated>2024-01-02T00:00:00Z</updated>
    <link rel="alternate" href="https://radio.example/1"/>
    <link rel="enclosure" type="audio/ogg" href="1.ogg"/></entry></feed>`);
  expect(episodes).toEqual([{ id: 'urn:1', title: 'One & 2', url: 'https://radio.example/1.ogg' }]);
});

it('FeedReader omits pictures, control characters, and URLs that are invalid, too long or not HTTP', () => {
  const { episodes } = read(`<rss>
    <item><enclosure url="file:///etc/passwd" type="audio/mpeg"/></item>
    <item><enclosure url="javascript:alert(1)"/></item>
    <item><enclosure url="http://[/"/></item>
    <item><enclosure url="/cover.jpg" type="image/jpeg"/></item>
    <item><enclosure url="/${'x'.repeat(3_000)}.mp3"/></item>
    </rss>`);
  expect(episodes).toHaveLength(0);
  const [only] = read(
    `<item><title>a&#0;b&#x202e;c&#1114112;d ${'e'.repeat(500)}</title><enclosure url="/a.mp3"/></item>`,
  ).episodes;
  expect(only?.title).toBe(`abcd ${'e'.repeat(195)}`);
});

it('FeedReader keeps the newest 200 episodes of an endless feed and drops an endless item', () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    item(`n${at}`, `<pubDate>${new Date(at * 60_000).toUTCString()}</pubDate>`),
  );
  const reader = read(many.join(''), 16_384);
  reader.take(Buffer.from('<item>'));
  for (let piece = 0; piece < 200; piece++) reader.take(Buffer.alloc(16_384, '<title>'));
  reader.take(Buffer.from(`</item>${item('after')}`));
  expect(reader.episodes).toHaveLength(200);
  expect(reader.episodes[0]?.title).toBe('n2999');
  expect(reader.episodes.at(-1)?.title).toBe('n2800');
  expect(reader.isFull).toBe(false);
  reader.take(Buffer.from('<item></item>'.repeat(2_000)));
  expect(reader.isFull).toBe(true);
});

it('FeedReader returns no episodes for a document that is not a feed', () => {
  for (const text of [
    '',
    '<html><body>item</body></html>',
    '</item></entry></item>',
    '<item',
    '\0'.repeat(10_000),
  ])
    expect(read(text).episodes).toEqual([]);
});
