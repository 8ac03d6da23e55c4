/**
 * The command table is shared by the virtual plotter, the link and the page. See `docs/firmware-protocol.md`.
 */
export type CommandGroup = 'basic' | 'motion' | 'speed' | 'servo';

export interface PlotterCommand {
  verb: string;
  group: CommandGroup;
  /** The word after `OK` in the reply to a successful command. */
  word: string;
  /** Syntax for documentation and completion. */
  usage: string;
  summary: string;
}

const command = (
  group: CommandGroup,
  usage: string,
  summary: string,
  word = usage.split(' ')[0] as string,
): PlotterCommand => ({ verb: usage.split(' ')[0] as string, group, word, usage, summary });

export const plotterCommands: readonly PlotterCommand[] = [
  command('basic', 'PENUP', 'Lift the pen', 'PEN_UP'),
  command('basic', 'PENDOWN', 'Lower the pen', 'PEN_DOWN'),
  command('basic', 'STATUS', 'Report position, pen and settings'),
  command('basic', 'VERSION', 'Report name and version'),
  command('basic', 'SYNC <n>', 'Reply when all earlier commands are done', 'SYNC_<n>'),
  command('basic', 'STOP', 'Stop at once and lift the pen', 'STOPPED'),
  command('basic', 'RESET', 'Restart the board'),
  command('motion', 'MOVE X<steps> Y<steps>', 'Move in a straight line'),
  command('motion', 'HOME', 'Lift the pen and move to the origin'),
  command('motion', 'ZERO', 'Set the origin here'),
  command('motion', 'WAIT <ms>', 'Wait'),
  command('speed', 'SPEED <steps/s>', 'Set the speed of moves'),
  command('speed', 'ACCEL <steps/s2>', 'Set the acceleration of moves'),
  command('servo', 'SERVO <degrees>', 'Turn the pen servo (0 to 180)'),
  command(
    'servo',
    'PENHEIGHT [<height>]',
    'Set how low the pen goes; without a number, as usual',
    'PEN_HEIGHT',
  ),
];
