import type { MqttState, PlayerState, StationEvent } from '@stationery/contract';
import {
  AppError,
  type Clock,
  type EventHub,
  type Logger,
  packageVersion,
  type StoredValue,
} from '@stationery/core';
import type { MqttConfig } from '@stationery/mqtt';
import { MqttService } from '@stationery/mqtt/device';
import { type PlayerOrder, playerCommands, runPlayerCommand } from '../player/player-command.ts';
import type { StationPlayer } from '../player/station-player.ts';
import type { Info } from '../settings/station-info.ts';
import { stationEntities } from './station-entities.ts';

type Snapshot = Extract<StationEvent, { name: 'snapshot' }>['data'];
type FirmwareProgress = Extract<StationEvent, { name: 'firmware' }>['data'];

interface StationMqttDeps {
  config: MqttConfig;
  hub: EventHub<StationEvent>;
  snapshot: () => Snapshot;
  info: () => Info;
  player: StationPlayer;
  /** Returns the URL of the page; undefined if only this machine can reach it. */
  pageUrl: () => string | undefined;
  /** Undefined if there is no supervisor to start the station again. */
  restart: (() => void) | undefined;
  stored: StoredValue<readonly string[]>;
  clock: Clock;
  log: Logger;
  onState: (state: MqttState) => void;
}

export function startStationMqtt(deps: StationMqttDeps): () => Promise<void> {
  const { hub, snapshot, info, player, restart } = deps;
  const { serial } = info();
  const service = new MqttService({
    ...deps,
    device: {
      kind: 'station',
      id: serial,
      info() {
        const { nickname, hw_version } = info();
        const configuration_url = deps.pageUrl();
        return {
          name: nickname,
          model: 'Base station',
          sw_version: packageVersion,
          hw_version,
          serial_number: serial,
          ...(configuration_url !== undefined && { configuration_url }),
        };
      },
      components: (topic) =>
        stationEntities(topic, {
          canRestart: restart !== undefined,
          hasBattery: snapshot().battery.state !== 'missing',
        }),
      retained: ['state', 'player', 'firmware'],
      commands: {
        player: (payload) => runPlayerCommand(player, readOrder(payload)),
        volume: (payload) => player.control.setVolume(readVolume(payload)),
        restart() {
          if (restart === undefined)
            throw new AppError('invalid-request', 'Nothing would start the station again.');
          restart();
        },
      },
    },
  });

  const tellState = () => {
    const { settings, reader, present, firmware, battery, card: known } = snapshot();
    const tags = present.map((tap) => tap.serial);
    // Leave out the free space, because that of a folder changes constantly.
    const { free: _, size: __, ...card } = { free: 0, size: 0, ...known };
    service.publish('state', { ...settings, reader, card, battery, tags, firmware: firmware.state });
  };
  const tellPlayer = ({ output: _, ...shown }: PlayerState) => service.publish('player', shown);
  const tellFirmware = (progress?: FirmwareProgress) => {
    const isUnderWay = progress?.state === 'receiving' || progress?.state === 'installing';
    service.publish('firmware', {
      installed_version: packageVersion,
      latest_version: (isUnderWay ? progress.fw_version : null) ?? packageVersion,
      in_progress: isUnderWay,
      title: 'Stationery base station',
    });
  };

  const unsubscribe = hub.subscribe(({ event }) => {
    if (event.name === 'tap.on' || event.name === 'tap.off') {
      const event_type = event.name === 'tap.on' ? 'tap' : 'removal';
      service.tell('tag', { event_type, ...event.data, at: new Date().toISOString() });
      tellState();
    } else if (event.name === 'player') tellPlayer(event.data);
    else if (event.name === 'firmware') tellFirmware(event.data);
    else if (event.name === 'settings') {
      service.announce();
      tellState();
    } else if (['card', 'reader', 'battery'].includes(event.name)) tellState();
  });
  tellState();
  tellPlayer(player.control.state());
  tellFirmware();
  service.start();

  return async () => {
    unsubscribe();
    await service.close();
  };
}

/** Parses `play`, or JSON such as `{ "command": "play", "filename": "song.mp3" }`. */
function readOrder(payload: string): PlayerOrder {
  const order = payload.startsWith('{') ? parsed(payload) : { command: payload };
  const command = playerCommands.find((each) => each === order.command);
  if (command === undefined)
    throw new AppError('invalid-request', `The command must be one of ${playerCommands.join(', ')}.`);
  if (order.filename === undefined) return { command };
  if (typeof order.filename !== 'string')
    throw new AppError('invalid-request', 'The file name must be a text.');
  return { command, filename: order.filename };
}

function readVolume(payload: string): number {
  const volume = /^\d{1,3}(?:\.\d{1,10})?$/.test(payload) ? Math.round(Number(payload)) : Number.NaN;
  if (!(volume <= 100)) throw new AppError('invalid-request', 'The volume must be a number from 0 to 100.');
  return volume;
}

function parsed(payload: string): { command?: unknown; filename?: unknown } {
  try {
    return JSON.parse(payload) as object;
  } catch {
    throw new AppError('invalid-request', 'The document is not JSON.');
  }
}
