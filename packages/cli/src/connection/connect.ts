import { readFileSync } from 'node:fs';
import {
  type ClientOptions,
  ConnectionError,
  createPlotterClient,
  createStationClient,
  type PlotterClient,
  ServiceError,
  type StationClient,
} from '@stationery/client';
import { type BoardClient, createBoardClient } from '@stationery/client/board';
import { trustingFetch } from '@stationery/client/node';
import { messageOf } from '@stationery/core/errors';
import { readSettings, type SettingSources, type SettingValues } from '@stationery/core/settings';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import { clientSettings, readAddress, type Service } from './client-settings.ts';
import { fetchOf } from './fetch-of.ts';

const defaultStations = ['http://localhost', 'http://localhost:8080'];

type Settings = SettingValues<typeof clientSettings>;

function readAll(sources: SettingSources, service: Service): Settings & { fetch: typeof globalThis.fetch } {
  const settings = readSettings(clientSettings, sources);
  const fetch = fetchTrusting(settings.ca, settings.insecure === 'yes');
  return { ...settings, fetch: fetchOf(service, fetch) };
}

export async function connectStation(sources: SettingSources, signal: AbortSignal): Promise<StationClient> {
  return createStationClient(await stationOptions(sources, signal));
}

/** Returns options for the client modules that are separate from `StationClient`. */
export async function stationOptions(sources: SettingSources, signal: AbortSignal): Promise<ClientOptions> {
  const { station, stationToken: token, fetch } = readAll(sources, 'station');
  if (station !== undefined) return { baseUrl: readAddress(station), token, fetch };
  for (const baseUrl of defaultStations) {
    const options = { baseUrl, token, fetch };
    if (await isStation(createStationClient(options), signal)) return options;
  }
  throw new Failure(
    `can’t reach a station at ${defaultStations.join(' or ')}. Start one with “stationery up”, or use --station <address>`,
    exitCodes.unreachable,
  );
}

async function isStation(client: StationClient, signal: AbortSignal): Promise<boolean> {
  try {
    return (await client.settings({ signal }))?.serial !== undefined;
  } catch (error) {
    if (error instanceof ConnectionError) return false;
    if (error instanceof ServiceError) return error.status === 401;
    throw error;
  }
}

export async function connectPlotter(sources: SettingSources): Promise<PlotterClient> {
  return createPlotterClient(plotterOptions(sources));
}

export async function connectBoard(sources: SettingSources): Promise<BoardClient> {
  return createBoardClient(boardOptions(sources));
}

export function boardOptions(sources: SettingSources): ClientOptions {
  const { board, boardToken: token, fetch } = readAll(sources, 'board');
  return { baseUrl: readAddress(board), token, fetch };
}

/** Returns a board client without a token, for devices that join a fleet. */
export function boardAt(address: string, sources: SettingSources): BoardClient {
  const { fetch } = readAll(sources, 'board');
  return createBoardClient({ baseUrl: readAddress(address), fetch });
}

export function plotterOptions(sources: SettingSources): ClientOptions {
  const { plotter, plotterToken: token, fetch } = readAll(sources, 'plotter');
  return { baseUrl: readAddress(plotter), token, fetch };
}

function fetchTrusting(ca: string | undefined, insecure: boolean): typeof globalThis.fetch {
  if (insecure) return trustingFetch({ insecure });
  if (ca === undefined) return globalThis.fetch;
  try {
    return trustingFetch({ ca: readFileSync(ca, 'utf8') });
  } catch (error) {
    throw new UsageError(`can’t read the certificate ${ca}: ${messageOf(error)}`);
  }
}
