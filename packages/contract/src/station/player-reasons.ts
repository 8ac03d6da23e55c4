import { type TUnsafe, Type } from 'typebox';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';

const filename = { filename: Type.String() };
const address = { address: Type.String() };
const serial = { serial: Type.String() };

const connectionFailures = {
  'unknown-name': 'no server has this name',
  refused: 'it refuses the connection',
  'no-answer': 'it does not answer',
  'no-route': 'there is no connection to it',
  certificate: 'its certificate is not valid',
  'not-http': 'its answer is not valid HTTP',
  broken: 'the connection broke',
};
export type ConnectionFailure = keyof typeof connectionFailures;

/** Programs compare the codes, so they never change. */
export const playerReasons = {
  'player-not-set': plain('No player is set up. Set STATION_PLAYER and start the station again.'),
  'player-missing': plain(
    'The player mpv is not installed. Install it (“sudo apt install mpv”), or set STATION_PLAYER=browser.',
  ),
  'player-stopped': plain('The player has stopped. It is restarted automatically.'),
  'player-silent': plain('The player does not answer. It is restarted automatically.'),
  'mpd-unreachable': row(
    { address: Type.String() },
    ({ address }) =>
      `Can’t reach MPD at ${address}. Check that it runs and STATION_PLAYER names its address; it is retried automatically.`,
  ),
  'mpd-refused': row(
    { message: Type.String({ description: 'The reply of MPD' }) },
    ({ message }) => `MPD refused a command: ${message}. Check its configuration.`,
  ),
  'mpd-needs-open-files': plain(
    'MPD cannot read files from a station with an access token. Use another player, or no token.',
  ),
  'sound-device-failed': plain(
    'The player cannot open a sound device. Connect one, and check that the user of the station is in the group “audio”.',
  ),
  'output-missing': row(
    { name: Type.String() },
    ({ name }) =>
      `The output “${name}” can’t be used. The default output plays until it is back. Check that it is connected and switched on, or choose another.`,
  ),
  'page-not-open': plain('The browser is the player, and no page is open. Open the page of the station.'),
  'page-blocked': plain('The browser plays sound only after a click on the page. Choose Play there.'),
  'file-not-playable': row(
    filename,
    ({ filename }) => `“${filename}” cannot be played. Check that it is a sound file and not damaged.`,
  ),
  'file-removed': row(filename, ({ filename }) => `“${filename}” was removed from the card.`),
  'card-removed': plain('The card was removed. Insert it again.'),
  'tag-file-missing': row(
    filename,
    ({ filename }) => `“${filename}” is bound to this tag and not on the card. Choose a file for the tag.`,
  ),
  'playlist-file-missing': row(
    filename,
    ({ filename }) => `“${filename}” belongs to this tag and is not on the card. The other files play.`,
  ),
  'tag-not-bound': row(serial, ({ serial }) => `No file is bound to the tag ${serial}. Choose one.`),
  'tag-unknown': row(serial, ({ serial }) => `The tag ${serial} is not known. Add it.`),
  'quiet-hours': row(
    { until: Type.String({ description: 'Local time, such as `07:00`' }) },
    ({ until }) => `Quiet hours: nothing plays until ${until}. The limits can be changed.`,
  ),
  'minutes-used': row(
    { minutes: Type.Integer() },
    ({ minutes }) => `The limit of ${minutes} min per day is reached. The limits can be changed.`,
  ),
  'shutdown-unavailable': plain(
    'The station may not shut this machine down. It can if it runs as the service of its package and no plotter service runs beside it.',
  ),
  'stream-needs-cable': plain('Streams need a wired network. Connect a network cable to the station.'),
  'stream-unreachable': row(
    { ...address, cause: Type.Enum(Object.keys(connectionFailures) as ConnectionFailure[]) },
    ({ address, cause }) =>
      `Can’t reach ${address}: ${connectionFailures[cause]}. Check the address of the stream and the connection to the internet.`,
  ),
  'stream-refused': row(
    { ...address, status: Type.Integer() },
    ({ address, status }) => `HTTP status ${status} from ${address}. Check the address of the stream.`,
  ),
  'stream-local': row(
    address,
    ({ address }) =>
      `Can’t play from ${address}: it is in a local network. Streams come from the internet only.`,
  ),
  'stream-redirects': row(
    address,
    ({ address }) => `Too many redirects from ${address}. Use the address of the stream itself.`,
  ),
  'stream-not-audio': row(
    { ...address, type: Type.String() },
    ({ address, type }) =>
      `Can’t play what ${address} sends${type && ` (${type})`}. Use the address of the stream itself, not that of a web page.`,
  ),
  'stream-no-episodes': row(
    address,
    ({ address }) => `No episodes in the feed from ${address}. Check the address of the podcast.`,
  ),
  'stream-ended': row(
    address,
    ({ address }) => `The stream from ${address} ended. Put the tag on the reader again.`,
  ),
  'stream-too-slow': row(
    address,
    ({ address }) => `The stream from ${address} sends too little to play. Try again later.`,
  ),
  'streams-full': plain('Too many players read streams from this station. Close some pages.'),
  'tag-random': plain(
    'This tag changes its number at every tap, as phones and bank cards do. It can’t be added. Use another tag.',
  ),
};

export type PlayerReason = ReasonOf<typeof playerReasons>;

export const PlayerReason: TUnsafe<PlayerReason> = reasonSchema(
  playerReasons,
  'PlayerReason',
  'Why nothing plays, or why it stopped',
);

export const describePlayerReason: (reason: PlayerReason) => string = describing(playerReasons);
