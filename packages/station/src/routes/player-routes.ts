import { type PlayerState, stationRoutes } from '@stationery/contract';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { builtInSounds } from '../player/built-in-sounds.ts';
import { runPlayerCommand } from '../player/player-command.ts';
import type { StationPlayer } from '../player/station-player.ts';
import type { Streams } from '../streams/streams.ts';
import { requireSameId } from './require-same-id.ts';

export function playerRoutes(app: FastifyInstance, parts: { player: StationPlayer; streams: Streams }): void {
  const { player, streams } = parts;
  const { control } = player;

  route(app, stationRoutes.getPlayer, async () => playerDocument(control.state()));

  route(app, stationRoutes.updatePlayer, async ({ body: { data } }) => {
    requireSameId(data.id, 'player');
    const { volume, position, sleep, sleep_after_file, repeat, shuffled, language } = data.attributes;
    if (position !== undefined) control.seek(position * 1000);
    if (volume !== undefined) control.setVolume(volume);
    if (sleep !== undefined) control.sleepAfter(sleep === null ? null : sleep * 1000);
    if (sleep_after_file !== undefined) control.sleepAfterFile(sleep_after_file);
    if (repeat !== undefined) control.setRepeat(repeat);
    if (shuffled !== undefined) player.shuffle(shuffled);
    if (language !== undefined) player.setLanguage(language);
    return playerDocument(control.state());
  });

  route(app, stationRoutes.commandPlayer, async ({ body: { data } }) => {
    await runPlayerCommand(player, data.attributes);
    return playerDocument(control.state());
  });

  route(app, stationRoutes.getPlayerSettings, async () => settingsDocument(player));

  route(app, stationRoutes.updatePlayerSettings, async ({ body: { data } }) => {
    requireSameId(data.id, 'player-settings');
    player.requireOpenSettings(data.attributes);
    await player.changeSettings(data.attributes);
    return settingsDocument(player);
  });

  route(app, stationRoutes.reportPlayback, async ({ body: { data } }) => {
    player.report(data.attributes);
  });

  route(app, stationRoutes.getStream, async ({ params: { key }, raw, signal }) => {
    const { status, headers, body } = await streams.relay(key, raw.headers.range, signal);
    return new RouteResponse(body, headers, status);
  });

  route(app, stationRoutes.getUnknownSound, async () => new RouteResponse(builtInSounds.unknown.content()));
}

function playerDocument(attributes: PlayerState) {
  const type = 'player' as const;
  return { links: { self: stationRoutes.getPlayer.path }, data: { id: type, type, attributes } };
}

function settingsDocument(player: StationPlayer) {
  const type = 'player-settings' as const;
  return {
    links: { self: stationRoutes.getPlayerSettings.path },
    data: { id: type, type, attributes: player.settings },
  };
}
