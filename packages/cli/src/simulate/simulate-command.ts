import { simulateTag } from '../clients/simulate-tag.ts';
import type { CommandGroup } from '../command-line/command.ts';

export const simulate: CommandGroup = {
  summary: 'Run a device in software',
  about: 'The plotter is on a real serial line that any program can open.',
  commands: {
    plotter: {
      summary: 'Run a simulated pen plotter',
      load: async () => (await import('./plotter.ts')).simulatePlotter,
    },
    tag: simulateTag,
  },
  examples: ['stationery simulate plotter --pty /tmp/plotter', 'stationery simulate tag 0x04A2245A6B2C80'],
};
