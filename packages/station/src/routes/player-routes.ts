import type { Bluez } from '@stationery/appliance/bluetooth';
import { type BluetoothCommand, stationRoutes } from '@stationery/contract';
import { AppError, type OnDemand } from '@stationery/core';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Buttons } from '../buttons/buttons.ts';
import { builtInSounds } from '../player/built-in-sounds.ts';
import type { SoundOutputs } from '../player/outputs/sound-outputs.ts';
import { runPlayerCommand } from '../player/player-command.ts';
import type { StationPlayer } from '../player/station-player.ts';
import type { Streams } from '../streams/streams.ts';
import { onlyResource, requireSameId } from './only-resource.ts';

interface PlayerParts {
  player: StationPlayer;
  streams: OnDemand<Streams>;
  bluez: OnDemand<Bluez>;
  buttons: OnDemand<Buttons>;
}

export function playerRoutes(app: FastifyInstance, { player, streams, bluez, buttons }: PlayerParts): void {
  const { control } = player;
  const state = () => onlyResource(stationRoutes.getPlayer, 'player', control.state());
  const settings = () => onlyResource(stationRoutes.getPlayerSettings, 'player-settings', player.settings);

  route(app, stationRoutes.getPlayer, async () => state());

  route(app, stationRoutes.updatePlayer, async ({ body: { data } }) => {
    requireSameId(data.id, 'player');
    const { volume, position, sleep, sleep_after_file, repeat, shuffled, language } = data.attributes;
    if (position !== undefined) control.seek(position * 1000);
    if (volume !== undefined) control.setVolume(volume);
    if (sleep !== undefined) control.sleepAfter(sleep === null ? null : sleep * 1000);
    if (sleep_after_file !== undefined) control.sleepAfterFile(sleep_after_file);
    if (repeat !== undefined) control.setRepeat(repeat);
    if (shuffled !== undefined) await player.shuffle(shuffled);
    if (language !== undefined) await player.setLanguage(language);
    return state();
  });

  route(app, stationRoutes.commandPlayer, async ({ body: { data } }) => {
    await runPlayerCommand(player, data.attributes);
    return state();
  });

  route(app, stationRoutes.getPlayerSettings, async () => settings());

  route(app, stationRoutes.updatePlayerSettings, async ({ body: { data } }) => {
    requireSameId(data.id, 'player-settings');
    player.requireOpenSettings(data.attributes);
    await player.changeSettings(data.attributes);
    return settings();
  });

  route(app, stationRoutes.reportPlayback, async ({ body: { data } }) => {
    player.report(data.attributes);
  });

  route(app, stationRoutes.getStream, async ({ params: { key }, raw, signal }) => {
    const { status, headers, body } = await (await streams.get()).relay(key, raw.headers.range, signal);
    return new RouteResponse(body, headers, status);
  });

  route(app, stationRoutes.getUnknownSound, async () => new RouteResponse(builtInSounds.unknown.content()));

  limitsRoutes(app, player);
  outputsRoutes(app, player.outputs);
  bluetoothRoutes(app, bluez);
  buttonsRoutes(app, buttons);
}

function limitsRoutes(app: FastifyInstance, player: StationPlayer): void {
  const type = 'player-limits';
  const document = () => onlyResource(stationRoutes.getPlayerLimits, type, player.limits);

  route(app, stationRoutes.getPlayerLimits, async () => document());

  route(app, stationRoutes.updatePlayerLimits, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    await player.changeLimits(data.attributes);
    return document();
  });

  route(app, stationRoutes.getLimitSound, async () => new RouteResponse(builtInSounds.limit.content()));
}

function outputsRoutes(app: FastifyInstance, outputs: SoundOutputs): void {
  const type = 'player-outputs';
  const document = async () => onlyResource(stationRoutes.getPlayerOutputs, type, await outputs.read());

  route(app, stationRoutes.getPlayerOutputs, document);

  route(app, stationRoutes.updatePlayerOutputs, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    await outputs.choose(data.attributes.output);
    return document();
  });
}

function bluetoothRoutes(app: FastifyInstance, part: OnDemand<Bluez>): void {
  const document = async () => {
    const bluez = await part.get();
    const devices = await bluez.devices();
    return onlyResource(stationRoutes.getBluetooth, 'bluetooth', {
      available: devices !== undefined,
      searching: bluez.isSearching,
      devices: devices ?? [],
    });
  };

  route(app, stationRoutes.getBluetooth, document);

  route(app, stationRoutes.commandBluetooth, async ({ body: { data } }) => {
    await commandBluetooth(await part.get(), data.attributes);
    return document();
  });
}

async function commandBluetooth(bluez: Bluez, { command, address }: BluetoothCommand): Promise<void> {
  if (command === 'search') await bluez.search();
  else if (address !== undefined) await bluez[command](address);
  else
    throw new AppError('invalid-request', 'This command needs the address of a device.', {
      pointer: '/data/attributes/address',
    });
}

function buttonsRoutes(app: FastifyInstance, buttons: OnDemand<Buttons>): void {
  const type = 'buttons';
  const document = async () => onlyResource(stationRoutes.getButtons, type, (await buttons.get()).read());

  route(app, stationRoutes.getButtons, document);

  route(app, stationRoutes.updateButtons, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    (await buttons.get()).change(data.attributes.buttons);
    return document();
  });

  route(app, stationRoutes.waitForButton, async ({ query, signal }) => {
    const part = await buttons.get();
    const control = await part.waitForPress((query.timeout ?? 30) * 1000, signal);
    return { data: { type: 'button' as const, attributes: { control } } };
  });
}
