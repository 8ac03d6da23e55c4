import type { CommandGroup } from '../command-line/command.ts';
import { collections } from './collections/collections.ts';
import { enroll, enrolled, revoke } from './credentials/enroll.ts';
import { devices } from './queue/devices.ts';
import { jobCommands } from './queue/jobs.ts';
import { submit } from './queue/submit.ts';
import { statistics } from './statistics.ts';

export const fleet: CommandGroup = {
  summary: 'Many devices together: one queue for plotters, collections for stations',
  about:
    'The board has the page and gives jobs to the next free plotter that fits. Run it with “fleet up” (starts a NATS server too), “fleet board” (uses one that runs) or “fleet demo” (with simulated devices). Devices join with “fleet join” or FLEET_URL.',
  commands: {
    board: {
      summary: 'Run the board of a fleet',
      load: async () => (await import('../services/board-command.ts')).board,
    },
    up: {
      summary: 'Run the board with a NATS server for this machine',
      load: async () => (await import('../services/fleet-up-command.ts')).fleetUp,
    },
    demo: {
      summary: 'Run a board, a NATS server and simulated devices at work',
      load: async () => (await import('../services/fleet-demo-command.ts')).fleetDemo,
    },
    enroll,
    join: {
      summary: 'Make this plotter or station a device of a fleet',
      load: async () => (await import('./credentials/join.ts')).join,
    },
    enrolled,
    revoke,
    devices,
    submit,
    ...jobCommands,
    statistics,
    collections,
    publish: {
      summary: 'Publish a collection as a new version',
      load: async () => (await import('./collections/publish.ts')).publish,
    },
    'roll-out': {
      summary: 'Give a version of a collection to one station, a tenth, or all; or stop that',
      load: async () => (await import('./collections/roll-out.ts')).rollOutCommand,
    },
    'delete-version': {
      summary: 'Delete a version of a collection that no station carries',
      load: async () => (await import('./collections/delete-version.ts')).deleteVersionCommand,
    },
    card: {
      summary: 'Write a collection to a card, for stations without a network',
      load: async () => (await import('./collections/card.ts')).card,
    },
  },
  examples: [
    'stationery fleet demo --plotters 5 --stations 20',
    'stationery fleet submit drawing.svg --copies 30',
    'stationery fleet jobs',
    'stationery fleet enroll --name "Room 3"',
    'stationery fleet publish kitchen.tar --collection museum',
    'stationery fleet roll-out one --collection museum',
    'stationery fleet card /media/card --collection museum',
  ],
};
