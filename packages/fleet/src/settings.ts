import { collectionNamePattern } from '@stationery/contract/fleet';
import { SettingError } from '@stationery/core';
import type { FleetCredentials } from './credentials.ts';

interface FleetValues {
  fleetUrl: string | undefined;
  /** Written by `stationery fleet join`; they include the address. */
  credentials?: FleetCredentials | undefined;
  fleetName?: string | undefined;
  fleetTags: readonly string[];
  fleetSheets?: 'ask' | 'automatic';
  fleetCollection?: string | undefined;
}

export interface FleetConfig {
  /** Host and port, as the client library expects. */
  server: string;
  isTls: boolean;
  address: string;
  /** Absent if the device names itself. */
  name?: string | undefined;
  tags: readonly string[];
  asksForPaper: boolean;
  /** Undefined for a NATS server without authentication. */
  credentials?: FleetCredentials | undefined;
  collection: string | undefined;
}

const defaultPort = 4222;
const maxTagLength = 60;
const maxTags = 50;
const maxNameLength = 100;

/** Returns undefined if the service is not part of a fleet. */
export function readFleetConfig(values: FleetValues): FleetConfig | undefined {
  const { credentials } = values;
  const fleetUrl = values.fleetUrl ?? credentials?.url;
  if (fleetUrl === undefined) return undefined;
  const url = URL.canParse(fleetUrl) ? new URL(fleetUrl) : null;
  const isNats = url?.protocol === 'nats:' || url?.protocol === 'tls:';
  if (url === null || !isNats || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search)
    throw new SettingError(
      'FLEET_URL must be nats://<host>[:<port>] or tls://<host>[:<port>]; for example nats://board.local',
    );
  if (url.username !== '' || url.password !== '')
    throw new SettingError('FLEET_URL must not contain a user name or password');
  const name = values.fleetName ?? credentials?.name;
  if (name !== undefined && name.length > maxNameLength)
    throw new SettingError(`FLEET_NAME must be at most ${maxNameLength} characters`);
  const tags = values.fleetTags;
  if (tags.length > maxTags || tags.some((tag) => tag.length > maxTagLength))
    throw new SettingError(`FLEET_TAGS: up to ${maxTags} tags of up to ${maxTagLength} characters`);
  const collection = values.fleetCollection;
  if (collection !== undefined && !collectionNamePattern.test(collection))
    throw new SettingError('FLEET_COLLECTION must be up to 40 lower-case letters, digits and hyphens');
  const server = `${url.hostname}:${url.port === '' ? defaultPort : url.port}`;
  return {
    server,
    isTls: url.protocol === 'tls:',
    address: `${url.protocol}//${server}`,
    name,
    tags,
    credentials,
    collection,
    asksForPaper: values.fleetSheets === 'ask',
  };
}
