import type { PlayerState } from '@stationery/client';
import { createStationPlayer, type StationPlayer } from '@stationery/client/player';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import type { Output } from '../../terminal/output.ts';
import { clockText, plain } from '../../terminal/words.ts';

export function showState(out: Output, state: PlayerState): void {
  out.result(state, () => printState(out, state));
}

export function printState(out: Output, state: PlayerState): void {
  const { status, file, stream, position, duration, volume, volume_cap, sleep, problem, repeat, playlist } =
    state;
  const title = file?.filename ?? stream?.title;
  const name = title === undefined ? '' : ` ${out.style('bold', plain(title))}`;
  const time = duration === null ? clockText(position) : `${clockText(position)} of ${clockText(duration)}`;
  if (status === 'stopped') out.line('Stopped');
  else if (stream?.connecting) out.line(`Connecting to${name} …`);
  else out.line(`${status === 'playing' ? 'Playing' : 'Paused'}${name}, ${time}`);
  out.line(`volume ${volume} %${volume_cap < 100 ? `, at most ${volume_cap} %` : ''}`);
  if (playlist !== null)
    out.line(`file ${playlist.position} of ${playlist.count}${playlist.shuffled ? ', shuffled' : ''}`);
  if (repeat !== 'off') out.line(repeat === 'all' ? 'repeats all files' : 'repeats the file');
  if (sleep !== null) out.line(`pauses in ${clockText(sleep)}`);
  if (state.sleep_after_file) out.line('stops after this file');
  if (problem !== null) out.note(plain(problem.reason));
}

export async function connectPlayer({
  sources,
  signal,
}: Pick<CommandContext, 'sources' | 'signal'>): Promise<StationPlayer> {
  return createStationPlayer(await stationOptions(sources('client'), signal));
}
