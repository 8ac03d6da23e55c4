import { simulateTag } from '../clients/simulate-tag.ts';
import type { CommandGroup } from '../command-line/command.ts';

export const simulate: CommandGroup = {
  summary: 'Run a device in software',
  about: 'The plotter and the reader chip are on a real serial line that any program can open.',
  commands: {
    plotter: {
      summary: 'Run a simulated pen plotter',
      load: async () => (await import('./plotter.ts')).simulatePlotter,
    },
    pn532: {
      summary: 'Run a simulated NFC reader chip (PN532)',
      load: async () => (await import('./pn532.ts')).simulatePn532,
    },
    tag: simulateTag,
  },
  examples: [
    'stationery simulate plotter --pty /tmp/plotter',
    'stationery simulate pn532 --pty /tmp/pn532',
    'stationery simulate tag 0x04A2245A6B2C80',
  ],
};
