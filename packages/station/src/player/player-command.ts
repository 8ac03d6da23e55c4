import { describePlayerReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { StationPlayer } from './station-player.ts';

export const playerCommands = ['play', 'pause', 'stop', 'next', 'previous'] as const;

export interface PlayerOrder {
  command: (typeof playerCommands)[number];
  /** Only set for `play`. */
  filename?: string | undefined;
}

export async function runPlayerCommand(
  player: StationPlayer,
  { command, filename }: PlayerOrder,
): Promise<void> {
  const { control } = player;
  if (control.state().player === 'none')
    throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
  if (filename !== undefined && command !== 'play')
    throw new AppError('invalid-request', '“filename” is only for the command “play”.', {
      pointer: '/data/attributes/filename',
    });
  if (command !== 'pause' && command !== 'stop') player.requireAllowed();
  if (command === 'pause') control.pause();
  else if (command === 'stop') control.stop();
  else if (command === 'next') control.next();
  else if (command === 'previous') control.previous();
  else if (filename === undefined) await player.resume();
  else await player.play(filename);
}
