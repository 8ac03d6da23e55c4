// Starts a station with its agent, which follows a collection (`device-process.mjs`).
import { join } from 'node:path';
import { silentLogger, systemClock } from '../../../core/dist/index.js';
import { simulatedReader } from '../../../nfc/dist/index.js';
import { readStationConfig, startStation } from '../../../station/dist/index.js';
import { startStationAgent } from '../../dist/agent/index.js';

export async function startStationDevice({ id, folder, server, collection, httpPort }) {
  const parts = { clock: systemClock, log: silentLogger };
  const reader = simulatedReader();
  const config = readStationConfig({
    args: [],
    env: {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_CARD_DIR: join(folder, 'card'),
      STATION_HTTP_PORT: `${httpPort}`,
      STATION_HTTPS_PORT: '0',
      STATION_DISCOVERY: 'off',
      STATION_PLAYER: 'none',
    },
  });
  const station = await startStation(config, { reader, simulated: reader, ...parts });
  startStationAgent({
    config: { server, isTls: false, tags: [], collection },
    deviceId: id,
    station: station.access,
    version: '0.0.0',
    heartbeatMs: 500,
    ...parts,
  });
}
