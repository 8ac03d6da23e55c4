/**
 * The command set of the Stationery firmware, shared by the virtual plotter, the link (which acknowledgement
 * belongs to which command) and the page (completion). `docs/firmware-protocol.md` describes it in prose.
 */
export type CommandGroup = 'basic' | 'motion' | 'speed' | 'servo';

export interface PlotterCommand {
  verb: string;
  group: CommandGroup;
  /** The word after `OK` on success. */
  word: string;
  /** Syntax for documents and completion. */
  usage: string;
  summary: string;
}

export const plotterCommands: readonly PlotterCommand[] = [
  { verb: 'PENUP', group: 'basic', word: 'PEN_UP', usage: 'PENUP', summary: 'Lift the pen' },
  { verb: 'PENDOWN', group: 'basic', word: 'PEN_DOWN', usage: 'PENDOWN', summary: 'Lower the pen' },
  {
    verb: 'STATUS',
    group: 'basic',
    word: 'STATUS',
    usage: 'STATUS',
    summary: 'Report position, pen and settings',
  },
  { verb: 'VERSION', group: 'basic', word: 'VERSION', usage: 'VERSION', summary: 'Report name and version' },
  {
    verb: 'SYNC',
    group: 'basic',
    word: 'SYNC_<n>',
    usage: 'SYNC <n>',
    summary: 'Reply when all earlier commands are done',
  },
  { verb: 'STOP', group: 'basic', word: 'STOPPED', usage: 'STOP', summary: 'Stop at once and lift the pen' },
  { verb: 'RESET', group: 'basic', word: 'RESET', usage: 'RESET', summary: 'Restart the board' },
  {
    verb: 'MOVE',
    group: 'motion',
    word: 'MOVE',
    usage: 'MOVE X<steps> Y<steps>',
    summary: 'Move in a straight line',
  },
  {
    verb: 'HOME',
    group: 'motion',
    word: 'HOME',
    usage: 'HOME',
    summary: 'Lift the pen and move to the origin',
  },
  { verb: 'ZERO', group: 'motion', word: 'ZERO', usage: 'ZERO', summary: 'Set the origin here' },
  { verb: 'WAIT', group: 'motion', word: 'WAIT', usage: 'WAIT <ms>', summary: 'Wait' },
  {
    verb: 'SPEED',
    group: 'speed',
    word: 'SPEED',
    usage: 'SPEED <steps/s>',
    summary: 'Set the speed of moves',
  },
  {
    verb: 'ACCEL',
    group: 'speed',
    word: 'ACCEL',
    usage: 'ACCEL <steps/s2>',
    summary: 'Set the acceleration of moves',
  },
  {
    verb: 'SERVO',
    group: 'servo',
    word: 'SERVO',
    usage: 'SERVO <degrees>',
    summary: 'Turn the pen servo (0 to 180)',
  },
  {
    verb: 'PENHEIGHT',
    group: 'servo',
    word: 'PEN_HEIGHT',
    usage: 'PENHEIGHT [<height>]',
    summary: 'Set how low the pen goes; without a number, as usual',
  },
];
