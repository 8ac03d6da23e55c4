import { type Command, defineCommand } from '../../command-line/command.ts';
import { connectPlayer, showState } from './show-state.ts';

/** Returns a command that acts like a button of the player. */
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
