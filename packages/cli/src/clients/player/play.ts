import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { connectPlayer } from './connect-player.ts';
import { showState } from './show-state.ts';

export const play = defineCommand({
  summary: 'Play a file of a station, or continue what is paused',
  arguments: '[filename]',
  count: [0, 1],
  completes: ['card-file'],
  about: 'The station plays, with the player of its setting STATION_PLAYER.',
  service: 'station',
  examples: ['stationery play song.mp3', 'stationery play'],
  async run(context) {
    const { signal, out, args } = context;
    const player = await connectPlayer(context);
    showState(out, await player.play(args[0], { signal }));
    return exitCodes.good;
  },
});
