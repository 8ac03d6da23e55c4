import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, silentLogger, systemClock } from '@stationery/core';
import { unusedPort } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { createBoardClient } from '../../../client/src/board.ts';
import { startBoard, startSecureNatsServer } from '../../src/board/index.ts';
import { Broker } from '../../src/broker/connect-broker.ts';
import { joinFleet } from '../../src/enrolment/index.ts';
import { type FleetCredentials, readBoardConfig } from '../../src/index.ts';

const openArchive = () => Promise.reject(new Error('nothing is published here'));

/** Starts a fleet whose server has TLS and users. Passes functions to `stopLater`, to be called in reverse order. */
export async function startSecureFleet(
  stopLater: (stop: () => Promise<void>) => void,
  log: Logger = silentLogger,
) {
  const parts = { clock: systemClock, log, openArchive };
  const dataDir = mkdtempSync(join(tmpdir(), 'stationery-test-'));
  stopLater(async () => rmSync(dataDir, { recursive: true }));
  const place = { dataDir, host: '127.0.0.1', port: await unusedPort(), path: process.env.PATH };
  const nats = await startSecureNatsServer(place, parts);
  stopLater(() => nats.stop());
  const env = {
    FLEET_URL: nats.url,
    BOARD_HTTP_PORT: '0',
    BOARD_TOKEN: 'operate',
    BOARD_DATA_DIR: dataDir,
    BOARD_NATS_ACCOUNTS: nats.natsAccounts,
    BOARD_NATS_CA: nats.natsCa,
  };
  const config = readBoardConfig({ args: [], env });
  const board = await startBoard(config, { ...parts, nats });
  stopLater(board.stop);
  await board.ready;
  const operator = createBoardClient({ baseUrl: board.http.url, token: 'operate' });
  const anybody = createBoardClient({ baseUrl: board.http.url });
  const server = `127.0.0.1:${place.port}`;
  const joined = async (name: string) =>
    joinFleet((await operator.enroll({ name })).code, (request) => anybody.join(request));
  return { dataDir, server, config, parts, board, operator, anybody, joined };
}

export async function connectAs(server: string, credentials: FleetCredentials) {
  const stopping = new AbortController();
  const broker = new Broker({ server, isTls: true, credentials }, 'test', {
    clock: systemClock,
    log: silentLogger,
    signal: stopping.signal,
  });
  onTestFinished(async () => {
    stopping.abort();
    await broker.close();
  });
  return (await broker.first())!;
}

export const trusting = ({ ca }: FleetCredentials) => ({ ca: ca!, checkServerIdentity: () => undefined });
