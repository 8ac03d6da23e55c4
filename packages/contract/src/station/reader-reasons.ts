import { type TUnsafe, Type } from 'typebox';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';

const port = { port: Type.String() };
const foundAgain = 'it is found automatically.';

/** Programs compare the codes, so they never change. */
export const readerReasons = {
  'reader-not-set': plain('No reader is set up. Set STATION_READER and start the station again.'),
  'reader-missing': row(port, ({ port }) => `There is no NFC reader at ${port}. Plug it in; ${foundAgain}`),
  'reader-not-allowed': row(
    port,
    ({ port }) =>
      `The NFC reader at ${port} cannot be opened by this user. Add the user to the group “dialout” and log in again.`,
  ),
  'reader-in-use': row(
    port,
    ({ port }) => `The NFC reader at ${port} is in use by another program. Close that program.`,
  ),
  'reader-not-opened': row(
    port,
    ({ port }) =>
      `The NFC reader at ${port} cannot be opened. Check that it is plugged in; it is retried automatically.`,
  ),
  'reader-unplugged': row(
    port,
    ({ port }) => `The NFC reader at ${port} was unplugged. Plug it in again; ${foundAgain}`,
  ),
  'reader-other-device': row(
    port,
    ({ port }) =>
      `The device at ${port} does not speak the PN532 protocol. Check that it is a PN532 reader, switched to HSU (serial), and its wiring.`,
  ),
  'reader-silent': row(
    port,
    ({ port }) =>
      `The NFC reader at ${port} does not answer. Check its power and its wiring; it is retried automatically.`,
  ),
  'reader-stopped': row(
    port,
    ({ port }) => `The NFC reader at ${port} has stopped. It is restarted automatically.`,
  ),
  'reader-failed': plain(
    'The NFC reader has stopped for an unknown reason. It is restarted automatically. See the log.',
  ),
  'reader-no-perl': plain('The program “perl” is missing. Install it: “sudo apt install perl-base”.'),
  'bus-missing': row(
    { ...port, bus: Type.Enum(['I2C', 'SPI']) },
    ({ port, bus }) =>
      `There is no ${port}. Switch ${bus} on with “sudo raspi-config” (Interface Options) and restart the machine.`,
  ),
  'bus-not-allowed': row(
    { ...port, group: Type.String() },
    ({ port, group }) =>
      `The NFC reader at ${port} cannot be opened by this user. Add the user to the group “${group}” and log in again.`,
  ),
  'bus-silent': row(
    { ...port, chip: Type.String() },
    ({ port, chip }) =>
      `No ${chip} answers at ${port}. Check its power, its wiring and its switches; it is retried automatically.`,
  ),
  'pcsc-not-running': plain(
    'The PC/SC service is not running. Install and start it: “sudo apt install pcscd”, “sudo systemctl start pcscd”. The reader is then found automatically.',
  ),
  'pcsc-not-allowed': plain(
    'The PC/SC service closes the connection at once: it does not allow this user. Add a polkit rule as in docs/deploy-raspberry-pi.md, or look into the log of pcscd.',
  ),
  'pcsc-unknown-protocol': plain(
    'The PC/SC service speaks a protocol that is not supported. Install pcscd 1.9 or newer, and check PCSCLITE_CSOCK_NAME if it is set.',
  ),
  'pcsc-silent': plain(
    'The PC/SC service does not answer. Restart it: “sudo systemctl restart pcscd”. The reader is then found automatically.',
  ),
  'pcsc-stopped': plain(
    'The PC/SC service has stopped. Start it again: “sudo systemctl start pcscd”. The reader is then found automatically.',
  ),
  'pcsc-linux-only': plain(
    'PC/SC readers work on Linux only, with the service pcscd. On this system use a PN532 reader on a serial port.',
  ),
  'pcsc-no-reader': plain(`No PC/SC reader is plugged in. Plug it in; ${foundAgain}`),
  'pcsc-unplugged': row(
    { name: Type.String() },
    ({ name }) => `The reader “${name}” was unplugged. Plug it in again; ${foundAgain}`,
  ),
  'pcsc-no-match': row(
    { filter: Type.String(), names: Type.String({ description: 'Of the readers that are there' }) },
    ({ filter, names }) =>
      `No PC/SC reader has “${filter}” in its name. There is: ${names}. Change the name in the settings.`,
  ),
  'hid-not-allowed': row(
    port,
    ({ port }) =>
      `The reader at ${port} cannot be opened by this user. Add the user to the group “input” and log in again.`,
  ),
  'hid-no-reader': plain(`No USB reader that types like a keyboard is plugged in. Plug it in; ${foundAgain}`),
  'hid-several': row(
    { paths: Type.String({ description: 'Of the keyboards' }) },
    ({ paths }) =>
      `Several keyboards are plugged in. Name the reader in STATION_READER, as hid:<path>. There is: ${paths}.`,
  ),
};

export type ReaderReason = ReasonOf<typeof readerReasons>;

export const ReaderReason: TUnsafe<ReaderReason> = reasonSchema(
  readerReasons,
  'ReaderReason',
  'Why the NFC reader does not work',
);

export const describeReaderReason: (reason: ReaderReason) => string = describing(readerReasons);
