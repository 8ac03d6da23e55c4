import type { CommandGroup } from '../command-line/command.ts';

export const fleet: CommandGroup = {
  summary: 'Many devices together: collections for stations',
  commands: {
    publish: {
      summary: 'Publish a collection as a new version',
      load: async () => (await import('./collections/publish.ts')).publish,
    },
    'roll-out': {
      summary: 'Give a version of a collection to one station, a tenth, or all; or stop that',
      load: async () => (await import('./collections/roll-out.ts')).rollOutCommand,
    },
    card: {
      summary: 'Write a collection to a card, for stations without a network',
      load: async () => (await import('./collections/card.ts')).card,
    },
  },
  examples: [
    'stationery fleet publish kitchen.tar --collection museum',
    'stationery fleet roll-out one --collection museum',
    'stationery fleet card /media/card --collection museum',
  ],
};
