import { ServiceError } from '@stationery/client';
import { defineCommand } from '../../command-line/command.ts';
import { requireFile } from '../tags/find-tag.ts';
import { connectPlayer, showState } from './show-state.ts';

export const play = defineCommand({
  summary: 'Play a file of a station, or continue what is paused',
  arguments: '[filename]',
  completes: ['card-file'],
  about: 'The station plays, with the player of its setting STATION_PLAYER.',
  service: 'station',
  examples: ['stationery play song.mp3', 'stationery play'],
  async run(context) {
    const { signal, out, args } = context;
    const player = await connectPlayer(context);
    const [filename] = args;
    const state = await player.play(filename, { signal }).catch(async (error) => {
      // Scripts need a different exit code for a missing file than for a refusal.
      if (filename !== undefined && error instanceof ServiceError && error.status === 422)
        await requireFile(await context.station(), filename, signal);
      throw error;
    });
    showState(out, state);
  },
});
