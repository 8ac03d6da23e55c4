import { ServiceError } from '@stationery/client';
import { type Command, defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
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

export const volume = defineCommand({
  summary: 'Show or change the volume of a station',
  arguments: '[percent]',
  about: 'From 0 to 100, or a change such as +10. It never exceeds the cap of the station.',
  service: 'station',
  examples: ['stationery volume', 'stationery volume 40', 'stationery volume +10'],
  async run(context) {
    const { signal, out, args } = context;
    const [wanted] = args;
    const [, sign, digits] = /^([+-]?)(\d{1,3})%?$/.exec(wanted ?? '0') ?? [];
    if (digits === undefined || Number(digits) > 100)
      throw new Failure(
        `“${wanted}” is not a volume: use 0 to 100, or a change such as +10`,
        exitCodes.usage,
      );
    const player = await connectPlayer(context);
    const state = await player.state({ signal });
    if (wanted === undefined) showState(out, state);
    else {
      const change = sign === '-' ? -Number(digits) : Number(digits);
      const percent = sign === '' ? change : Math.min(100, Math.max(0, state.volume + change));
      showState(out, await player.set({ volume: percent }, { signal }));
    }
  },
});

function button(name: 'pause' | 'stop' | 'next' | 'previous', summary: string): Command {
  return defineCommand({
    summary,
    service: 'station',
    examples: [`stationery ${name}`],
    async run(context) {
      const player = await connectPlayer(context);
      showState(context.out, await player[name]({ signal: context.signal }));
    },
  });
}

export const pause = button('pause', 'Pause what a station plays');
export const stop = button('stop', 'Stop what a station plays');
export const next = button('next', 'Skip to the next file');
export const previous = button('previous', 'Play the file from its beginning, or the one before it');
