import { type TUnsafe, Type } from 'typebox';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../../reason-table.ts';

const text = Type.String();
const port = { port: text };
const command = { command: text };
const unlocking = { home: text, unlock: text };
const checkCable = 'Check its cable and power.';
export const sayWhich = 'Choose the plotter on the page or with “stationery plot setup”';

/** Programs compare the codes, so a code is never renamed and never changes its meaning. */
export const plainLinkReasons = {
  // Port
  'port-missing': row(port, ({ port }) => `There is no plotter at ${port}. ${checkCable}`),
  'port-in-use': row(
    port,
    ({ port }) => `The port ${port} is in use by another program. Close that program.`,
  ),
  'port-not-allowed': row(
    port,
    ({ port }) =>
      `The service may not open ${port}. Add its user to the group of the port, usually “dialout”, and restart it.`,
  ),
  'port-unreachable': row(
    port,
    ({ port }) => `No connection to ${port}. Check that the serial server is on, and on the same network.`,
  ),
  'port-failed': row(
    { ...port, message: text },
    ({ port, message }) => `The port ${port} cannot be opened: ${message}`,
  ),
  'port-timeout': row(
    { ...port, timeoutMs: Type.Number() },
    ({ port, timeoutMs }) => `The port ${port} did not open within ${timeoutMs / 1000} s.`,
  ),
  'port-lost': row(port, ({ port }) => `The connection to ${port} was lost. ${checkCable}`),
  'port-reopened': plain('The port was reopened because the plotter did not answer.'),
  'other-device': row(
    { ...port, device: text },
    ({ port, device }) => `Another device (${device}) is at ${port} now. Choose the port of the plotter.`,
  ),
  'device-missing': row(
    { ...port, device: text },
    ({ port, device }) => `The device (${device}) that was at ${port} is not there. ${checkCable}`,
  ),
  'devices-alike': row(
    { ...port, count: Type.Integer() },
    ({ port, count }) =>
      `There are ${count} devices like the one that was at ${port}, but none is at ${port} now. Choose the port of the plotter.`,
  ),
  // Session
  disconnected: plain('The plotter was disconnected.'),
  'not-connected': plain('The plotter was disconnected. Connect it first.'),
  'board-restarted': plain('The board restarted.'),
  'motor-power-lost': plain('The motors lost power, so the position of the pen is unknown.'),
  'homing-unfinished': plain('Homing was not finished, so the position of the pen is unknown.'),
  'limit-switch': plain('A limit switch stopped the machine.'),
  'board-reset': plain('The board was told to restart.'),
  // Machine
  'wrong-machine': row(
    { driver: text, heard: text },
    ({ driver, heard }) =>
      `The machine does not answer like one for the driver “${driver}”${heard === '' ? '' : ` (it said “${heard}”)`}. ${sayWhich}, or check the port.`,
  ),
  'machine-unidentified': plain(`Which plotter is this? The machine has not identified itself. ${sayWhich}.`),
  'firmware-too-old': row(
    { firmware: text, needed: text },
    ({ firmware, needed }) =>
      `The firmware of the machine (${firmware}) is too old. Update it to ${needed} or newer.`,
  ),
  'machine-setting': row(
    { setting: text, value: text, remedy: text },
    ({ setting, value, remedy }) =>
      `The setting ${setting} of the machine is ${value}, which cannot be right. Send ${remedy}${remedy.endsWith('=') ? ' with the right number' : ''}.`,
  ),
  'machine-alarm': row(
    { alarm: text, ...unlocking },
    ({ alarm, home, unlock }) =>
      `The machine is locked (${alarm}). Home it with ${home}, or unlock it with ${unlock} and set the origin again.`,
  ),
  'machine-door': plain('The door of the machine is open. Close it, then continue.'),
  'machine-on-hold': plain('The machine is on hold. Let it continue, or stop it.'),
  'machine-check-mode': plain(
    'The machine is in check mode, in which nothing moves. Send RESET to leave it.',
  ),
  'machine-asleep': row(
    unlocking,
    ({ home, unlock }) =>
      `The machine is asleep. Send RESET to wake it up, then home it with ${home}, or unlock it with ${unlock} and set the origin again.`,
  ),
  'machine-halted': row(
    { message: text },
    ({ message }) =>
      `The machine has halted (${message}). Send RESET, or press its reset button, and set the origin again.`,
  ),
  'motion-unfinished': plain('It is unknown how far the machine moved.'),
  // Command
  'stopped-unsent': plain('The plotter was told to stop before this command was sent.'),
  'stopped-unfinished': row(
    command,
    ({ command }) => `“${command}” was not finished, because the plotter was stopped.`,
  ),
  'abandoned-unsent': row(command, ({ command }) => `“${command}” was given up before it was sent.`),
  abandoned: row(command, ({ command }) => `“${command}” was given up.`),
  unanswered: row(command, ({ command }) => `“${command}” was not answered in time.`),
  'reply-lost': row(command, ({ command }) => `The reply to “${command}” was lost.`),
  // Doubt about replies
  'reply-owed': plain('The plotter still owes a reply.'),
  'reply-owed-by-port': plain('The plotter still owed a reply when the port was closed.'),
  'stop-unknown': plain('STOP was sent to firmware that may not know it.'),
  'stray-reply': row({ line: text }, ({ line }) => `“${line}” is not a reply to any command.`),
  'sent-during-restart': row(command, ({ command }) => `“${command}” was sent while the board restarted.`),
};

export type PlainLinkReason = ReasonOf<typeof plainLinkReasons>;

// The explicit type keeps generated declarations short: they name the type instead of repeating its members.
export const PlainLinkReason: TUnsafe<PlainLinkReason> = reasonSchema(
  plainLinkReasons,
  'LinkReason',
  'Why the plotter cannot be reached, or why its replies are in doubt',
);

export const describePlain: (reason: PlainLinkReason) => string = describing(plainLinkReasons);

export const nestedLinkReasons = {
  'plotter-missing': row(
    { because: PlainLinkReason },
    ({ because }) => `The plotter is not connected. ${describePlain(because)}`,
  ),
  resynchronising: row(
    { because: PlainLinkReason },
    ({ because }) => `The connection is being resynchronised. ${describePlain(because)}`,
  ),
};

export const linkReasons = { ...plainLinkReasons, ...nestedLinkReasons };

export type SendReason = ReasonOf<typeof linkReasons>;

export const SendReason: TUnsafe<SendReason> = reasonSchema(
  nestedLinkReasons,
  'SendReason',
  'Why a command was not sent or has no reply',
  PlainLinkReason,
);
