import { textControls } from '@stationery/contract/text-controls';

interface Episode {
  /** The id stays the same while the feed changes. */
  id: string;
  title: string;
  url: string;
}

const maxEpisodes = 200;
/** Maximum number of items, with or without sound. */
const maxItems = 5_000;
const maxItemChars = 128 * 1024;
const maxTitle = 200;
const maxUrl = 2_000;
const maxEnclosures = 50;
const endTag = /<\/(?:item|entry)>/g;
/**
 * Number of characters kept from the previous piece, so that an end tag split between pieces is found; longer
 * than an end tag.
 */
const overlap = 16;

/** Reads the episodes of a podcast (RSS or Atom) piece by piece, keeping the newest. */
export class FeedReader {
  readonly #base: URL;
  readonly #decoder = new TextDecoder();
  #text = '';
  #items = 0;
  #episodes: (Episode & { atMs: number })[] = [];

  constructor(base: URL) {
    this.#base = base;
  }

  take(chunk: Buffer): void {
    let from = Math.max(0, this.#text.length - overlap);
    this.#text += this.#decoder.decode(chunk, { stream: true });
    for (let end = this.#endOfItem(from); end < this.#text.length; end = this.#endOfItem(from)) {
      this.#item(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 1);
      from = 0;
    }
    if (this.#text.length > maxItemChars) this.#text = this.#text.slice(-overlap);
    if (this.#episodes.length > 2 * maxEpisodes) this.#sort();
  }

  /** The episodes, the newest first. Those without a date come last, in the order of the feed. */
  get episodes(): Episode[] {
    this.#sort();
    return this.#episodes.map(({ id, title, url }) => ({ id, title, url }));
  }

  #sort(): void {
    this.#episodes = this.#episodes.sort((one, other) => other.atMs - one.atMs).slice(0, maxEpisodes);
  }

  #endOfItem(from: number): number {
    endTag.lastIndex = from;
    return endTag.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Whether the rest of the feed is ignored. */
  get isFull(): boolean {
    return this.#items >= maxItems;
  }

  #item(before: string): void {
    if (this.#items++ >= maxItems) return;
    const item = before.slice(Math.max(before.lastIndexOf('<item'), before.lastIndexOf('<entry'), 0));
    const address = soundOf(item);
    if (address === undefined || !URL.canParse(address, this.#base.href)) return;
    const { href, protocol } = new URL(address, this.#base);
    if (href.length > maxUrl || !/^https?:$/.test(protocol)) return;
    const id = textOf(item, 'guid') || textOf(item, 'id') || href;
    const date = textOf(item, 'pubDate') || textOf(item, 'published') || textOf(item, 'updated');
    this.#episodes.push({ id, title: textOf(item, 'title'), url: href, atMs: Date.parse(date) || 0 });
  }
}

function soundOf(item: string): string | undefined {
  const tags = item.match(/<(?:enclosure|link)\b[^<>]{0,4000}>/g) ?? [];
  for (const tag of tags.slice(0, maxEnclosures)) {
    const isLink = tag.startsWith('<link');
    if (isLink && attribute(tag, 'rel') !== 'enclosure') continue;
    const isSound = /^(?:audio|video)\/|^$/i.test(attribute(tag, 'type'));
    const address = attribute(tag, isLink ? 'href' : 'url');
    if (isSound && address !== '') return address;
  }
  return undefined;
}

function attribute(tag: string, name: string): string {
  const all = [...tag.matchAll(/\s([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const found = all.find(([, each]) => each === name);
  return plainText(found?.[2] ?? found?.[3] ?? '');
}

const startTags = {
  guid: /<guid(?:\s[^<>]*)?>/,
  id: /<id(?:\s[^<>]*)?>/,
  title: /<title(?:\s[^<>]*)?>/,
  pubDate: /<pubDate(?:\s[^<>]*)?>/,
  published: /<published(?:\s[^<>]*)?>/,
  updated: /<updated(?:\s[^<>]*)?>/,
};

function textOf(item: string, name: keyof typeof startTags): string {
  const start = startTags[name].exec(item);
  if (start === null) return '';
  const from = start.index + start[0].length;
  const end = item.indexOf(`</${name}>`, from);
  const text = item.slice(from, end < 0 ? from : Math.min(end, from + maxUrl)).trim();
  const isRaw = text.startsWith('<![CDATA[');
  const plain = isRaw ? text.slice(9).replace(/\]\]>$/, '') : plainText(text);
  return [...plain.toWellFormed().replace(/\s+/g, ' ').trim()]
    .filter((each) => !textControls.test(each))
    .slice(0, maxTitle)
    .join('');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
