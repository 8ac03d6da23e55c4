// The stations of `../fleet-faults.mjs`, and the collection that they follow. Each version has files of other sizes, so that one
// list of the card shows which version it carries, or that it is none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const collection = 'museum';
const filesOfVersion = 6;
const lookEveryMs = 100;

const filesOf = (number) =>
  Array.from({ length: filesOfVersion }, (_, at) => ({
    // One file changes its name with each version, the others their content.
    filename: at === 0 ? `only-${number}.mp3` : `${at}.mp3`,
    size: 60_000 * (at + 1) + number,
  }));

const contentsOf = (number) =>
  filesOf(number).map(({ filename, size }) => ({
    filename,
    bytes: Buffer.alloc(size, `${filename} of version ${number}; `),
  }));

const listed = (files) =>
  files
    .map(({ filename, size }) => `${filename} ${size}`)
    .sort()
    .join(', ');

/** Publishes one version after the other, and looks at the cards all the time. */
export class Collections {
  #number = 0;
  #known = new Set();
  #isOver = false;
  #watching;
  problems = [];
  looks = 0;

  /** `withBroker` is that of the board; `api` is `@stationery/fleet/collections`. */
  constructor({ stations, withBroker, api }) {
    this.stations = stations;
    this.withBroker = withBroker;
    this.api = api;
    this.#watching = Promise.all(stations.map((station) => this.#watch(station)));
  }

  async publish() {
    const number = ++this.#number;
    this.#known.add(listed(filesOf(number)));
    const contents = Object.fromEntries(contentsOf(number).map(({ filename, bytes }) => [filename, bytes]));
    const made = this.api.makeCollection({ nickname: 'Museum', contents });
    // As often as it takes: the broker may just be coming back.
    for (;;) {
      try {
        await this.withBroker(async (connection) => {
          const { version } = await this.api.publishCollection(connection, { collection, ...made });
          await this.api.rollOut(connection, { collection, version, stage: 'all', force: true });
        });
        return;
      } catch (error) {
        if (error.code !== 'fleet-unreachable') throw error;
        await sleep(200);
      }
    }
  }

  async #watch({ id, url }) {
    let hasCarried = false;
    while (!this.#isOver) {
      await sleep(lookEveryMs);
      // It may just have been killed.
      const seen = await listOf(url).catch(() => undefined);
      if (seen === undefined || (seen === '' && !hasCarried)) continue;
      hasCarried = true;
      this.looks++;
      if (!this.#known.has(seen)) this.problems.push(`${id} carries no version, but: ${seen}`);
    }
  }

  /** Whether all of them carry the last one. */
  async isSettled() {
    const wanted = listed(filesOf(this.#number));
    const seen = await Promise.all(this.stations.map(({ url }) => listOf(url).catch(() => undefined)));
    return seen.every((each) => each === wanted);
  }

  get versions() {
    return this.#number;
  }

  end() {
    this.#isOver = true;
  }

  /** After all is settled: what is on the cards, byte by byte. */
  async close() {
    this.end();
    await this.#watching;
    if (!(await this.isSettled())) {
      this.problems.push('a station does not carry the last version');
      return;
    }
    for (const { id, card } of this.stations)
      for (const { filename, bytes } of contentsOf(this.#number))
        if (!bytes.equals(readFileSync(join(card, filename))))
          this.problems.push(`${id}: ${filename} is not as it was published`);
  }
}

/** Names and sizes of the files, from one answer. */
async function listOf(url) {
  const answer = await fetch(`${url}/api/v1/sdcard`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { included = [] } = await answer.json();
  return listed(included.map(({ attributes }) => attributes));
}
