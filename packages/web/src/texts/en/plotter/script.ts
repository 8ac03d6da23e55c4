import { drawingTitles } from '@stationery/contract/drawing-formats';
import { number, plural } from '../../format.ts';

const commands = (count: number) => plural(count, { one: 'command', other: 'commands' });

/** Scripts, the console and the keyboard. */
export const scriptEnglish = {
  script: {
    title: 'Plot a script',
    label: 'Commands, one per line',
    placeholder: 'PENUP\nMOVE X800 Y800\nPENDOWN\nMOVE X4000 Y800\nPENUP',
    choose: 'Choose a file',
    hint: `or drop one anywhere on the page: a script, or a drawing (${drawingTitles()})`,
    dropNow: 'Drop to open',
    folders: 'Folders can’t be opened. Open the folder and drop the drawings in it.',
    pasted: 'Pasted script',
    checking: 'Checking …',
    sending: 'Sending',
    good: (total: number, time: string, width: string, height: string) =>
      `${commands(total)}, about ${time}, ${width} × ${height} mm.`,
    goodNoMoves: (total: number, time: string) => `${commands(total)}, about ${time}. No moves.`,
    lifts: (count: number) => plural(count, { one: 'pen lift.', other: 'pen lifts.' }),
    nothing: 'This file has no commands. Every line that does not start with # or ; is a command.',
    problems: (count: number) =>
      count === 1 ? '1 command will fail' : `${number(count)} commands will fail`,
    manyProblems: '100 commands or more will fail',
    problem: (index: number) => `Command ${number(index + 1)}`,
    problemsNext: 'The job stops at the first one. Fix the script, or change the machine settings.',
    moreProblems: (count: number) => `… and ${number(count)} more`,
    plot: 'Plot',
    plotAnyway: 'Plot anyway',
    remove: 'Remove',
    queued: (name: string) => `${name} is queued.`,
    started: (name: string) => `${name} is plotting.`,
    queuedForSheet: (name: string) => `${name} is queued. It will ask for a new sheet.`,
    asksForSheet: (name: string) => `${name} asks for a new sheet.`,
    asksForPens: (name: string) => `${name} asks for the first pen.`,
    held: (name: string) => `${name} is on hold. Resume it when the plotter is connected.`,
    notText: (name: string) =>
      `“${name}” is not a text file. Use a drawing (${drawingTitles()}) or a script of commands.`,
    otherFormat: (name: string, format: string) =>
      `“${name}” is a ${format} file, not an SVG. Convert it to SVG in a drawing program, then open that.`,
    otherImage: (name: string, format: string) =>
      `“${name}” is a ${format} picture, not an SVG. A pen needs lines: trace it in a drawing program and save it as SVG.`,
    neither: (name: string, current: string) =>
      `“${name}” is neither a drawing (${drawingTitles()}) nor a script of commands. “${current}” stays on the bed.`,
    oneOnly: 'Only the first file was opened. Open scripts one at a time.',
    notDrawing: (name: string) =>
      `“${name}” is not a drawing (${drawingTitles()}). Several files can only be opened together if all of them are drawings.`,
    large: 'This script is too large to edit here. It will be sent as it is.',
  },
  console: {
    title: 'Console',
    input: 'Command',
    placeholder: 'MOVE X800 Y400',
    send: 'Send',
    log: 'Commands and replies',
    jobLines: 'Show lines of jobs',
    clear: 'Clear the console',
    empty: 'Commands and replies appear here. Type the first letters of a command, then press Tab.',
    hint: 'Tab completes, ↑ and ↓ show earlier commands',
    completions: 'Matching commands',
    /** Commands are described in English where they are defined. */
    commandHelp: (_verb: string, summary: string) => summary,
    you: 'You',
    plotter: 'Plotter',
    skipped: (count: number) => `… ${plural(count, { one: 'earlier line', other: 'earlier lines' })}`,
    waiting: (lines: readonly string[]) => `Waiting for the previous reply: ${lines.join(', ')}`,
    failed: (why: string) => `Not sent: ${why}`,
    notSent: (lines: readonly string[]) => `Also not sent: ${lines.join(', ')}`,
  },
  shortcuts: {
    open: 'Keyboard shortcuts',
  },
};
