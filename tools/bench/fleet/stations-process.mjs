// Stations of `tools/bench/collections.mjs` in one process. A card keeps one file at a time.
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger, systemClock } from '../../../packages/core/dist/index.js';
import { startStationAgent } from '../../../packages/fleet/dist/agent/index.js';
import { Staging } from '../../../packages/station/dist/collection/carried/staging.js';
import { answerWith } from './processes.mjs';
import { simulatedStation } from './simulated-station.mjs';

const folder = process.argv[2];
const parts = { clock: systemClock, log: silentLogger };
const until = async (isTrue) => {
  while (!isTrue()) await sleep(10);
};

answerWith({
  async follow({ server, collection, ids, version }) {
    const cards = ids.map((id) => simulatedCard(join(folder, id)));
    const agents = ids.map((id, at) =>
      startStationAgent({
        config: { server, isTls: false, tags: [], collection },
        deviceId: id,
        station: simulatedStation(id, cards[at].port),
        version: '0.0.0',
        heartbeatMs: 1_000,
        ...parts,
      }),
    );
    await until(() => cards.every(({ port }) => port.version?.version === version));
    await Promise.all(agents.map((agent) => agent.stop()));
    return cards.reduce((sum, { received }) => sum + received(), 0);
  },
  /** Copies the files without a fleet: each station downloads them one after the other over HTTP. */
  async copy({ url, files, ids }) {
    await Promise.all(
      ids.map(async (id) => {
        mkdirSync(join(folder, id), { recursive: true });
        const path = join(folder, id, 'copy');
        for (let file = 0; file < files; file++) {
          const [answer] = await once(get(`${url}/${file}`), 'response');
          await pipeline(answer, createWriteStream(path));
          const handle = await open(path);
          await handle.sync();
          await handle.close();
          await unlink(path);
        }
      }),
    );
  },
});

function simulatedCard(path) {
  mkdirSync(path, { recursive: true });
  const staging = new Staging({
    folder: /** @type {any} */ ({ path }),
    renameHidden: rename,
    sharedNames: () => new Set(),
  });
  const whole = new Set();
  let [next, receivedBytes] = [undefined, 0];
  const port = {
    version: undefined,
    async prepare(name, version, list) {
      next = { name, version };
      const staged = await staging.list();
      const contents = JSON.parse(list)
        .files.filter(({ sha256 }) => !whole.has(sha256))
        .map(({ sha256, size }) => ({ sha256, size, storedBytes: staged.get(sha256)?.bytes ?? 0 }));
      return { contents };
    },
    async receive(content, source, onBytes) {
      const count = (bytes) => {
        receivedBytes += bytes;
        onBytes(bytes);
      };
      if ((await staging.receive(content, source, count)) !== 'whole') throw new Error('a file is damaged');
      whole.add(content.sha256);
      await unlink(staging.pathOf(content.sha256));
    },
    async switchOver() {
      port.version = next;
    },
  };
  return { port, received: () => receivedBytes };
}
