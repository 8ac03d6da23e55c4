import { drawingTitles } from './drawing-formats.ts';

interface ErrorEntry {
  status: number;
  title: string;
  /** Shown, like `remedy`, in the list of error codes and on the page of the problem type. */
  meaning: string;
  remedy: string;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Programs compare the codes, so a code is never renamed and never changes its meaning. The station
 * sends the code in the header field `Error-Code`; the plotter sends it there and in the problem
 * `type` (`/problems/port-closed`).
 */
const table = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    meaning: 'The request is not readable: broken JSON, a missing body, a repeated or missing header field.',
    remedy: 'Correct the request. Sending the same one again does not help.',
  },
  'invalid-request': {
    status: 422,
    title: 'Invalid request',
    meaning: 'A member of the body is missing or has a value that cannot be used. `pointer` names it.',
    remedy: 'Correct that member.',
  },
  'resource-mismatch': {
    status: 409,
    title: 'Conflict',
    meaning: 'The `type`, `id` or name in the body is not that of the resource at this address.',
    remedy: 'Send the type, id and name of the resource that the address names.',
  },
  'read-only-member': {
    status: 403,
    title: 'Read-only',
    meaning: 'The body sets an attribute that cannot be changed.',
    remedy: 'Leave that attribute out.',
  },
  'unknown-parameter': {
    status: 400,
    title: 'Unknown query parameter',
    meaning: 'The address has a query parameter that this operation does not know. `parameter` names it.',
    remedy: 'Remove the parameter, or correct its spelling.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid query parameter',
    meaning: 'A query parameter has a value that cannot be used. `parameter` names it.',
    remedy: 'Correct the value.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The `Content-Type` of the body is missing, or this operation does not accept it.',
    remedy: 'Send the body with the content type that the description of the operation names.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'Every JSON:API range in `Accept` has media type parameters.',
    remedy: 'Send `Accept: application/vnd.api+json` without parameters.',
  },
  'request-too-large': {
    status: 413,
    title: 'Request too large',
    meaning: 'The body is larger than this operation accepts.',
    remedy: 'Send less at once.',
  },
  'request-too-slow': {
    status: 408,
    title: 'Request too slow',
    meaning: 'The request did not arrive in time.',
    remedy: 'Send it again over a better connection.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Header fields too large',
    meaning: 'The header fields of the request have more than 16 KiB.',
    remedy: 'Send fewer or shorter header fields; often it is the cookies.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'Range not satisfiable',
    meaning: 'The range begins after the end of the file. `Content-Range` has the size of the file.',
    remedy: 'Ask for a range inside the file.',
  },
  'unknown-path': {
    status: 404,
    title: 'Not found',
    meaning: 'There is nothing at this address.',
    remedy: 'Check the address; `/api/docs` lists all of them.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not for this method. `Allow` lists the allowed methods.',
    remedy: 'Use one of these methods.',
  },
  unauthorized: {
    status: 401,
    title: 'Token required',
    meaning: 'The access token is missing or wrong.',
    remedy: 'Send `Authorization: Bearer <token>`.',
    headers: { 'www-authenticate': 'Bearer' },
  },
  'viewer-token': {
    status: 403,
    title: 'Viewer token',
    meaning: 'The request changes something, but the token is read-only.',
    remedy: 'Use the token for operators.',
  },
  'cross-site-request': {
    status: 403,
    title: 'Cross-site request refused',
    meaning: 'The request comes from a web page of a different site.',
    remedy: 'Allow the origin of that page with `--cors-origins` when the service starts.',
  },
  'wrong-host': {
    status: 421,
    title: 'Wrong host',
    meaning: 'The host name in the address does not belong to this machine.',
    remedy: 'Use its IP address, or add the name with `--host-names` when the service starts.',
  },
  'service-stopping': {
    status: 503,
    title: 'Service stopping',
    meaning: 'The service is stopping or restarting.',
    remedy: 'Try again when it is back.',
    retryAfterSeconds: 5,
  },
  'disk-full': {
    status: 507,
    title: 'Disk full',
    meaning: 'The disk that holds the data of the service is full. Nothing was changed.',
    remedy: 'Free some space on that disk, then try again.',
  },
  'unexpected-error': {
    status: 500,
    title: 'Unexpected error',
    meaning: 'Unexpected error. See the service log.',
    remedy: 'Try again. If it happens again, report it with the log.',
  },
  'setup-changed': {
    status: 409,
    title: 'Changed on another phone',
    meaning: 'The setup was changed since `revision`, for example on another phone.',
    remedy: 'Read the setup again, compare, and send the change with the new `revision`.',
  },
  'setup-applying': {
    status: 409,
    title: 'Being set up',
    meaning: 'The system is being changed, which takes up to a few minutes.',
    remedy: 'Wait until `applying` is false.',
  },
  'setup-unavailable': {
    status: 409,
    title: 'Not possible on this machine',
    meaning: 'This setting is not under the control of the station; `unavailable` says why.',
    remedy: 'Leave it out, or change it in the system.',
  },
  'card-missing': {
    status: 503,
    title: 'No card',
    meaning: 'There is no card in the station.',
    remedy: 'Insert the card, then try again.',
  },
  'card-read-only': {
    status: 503,
    title: 'Card read-only',
    meaning: 'The card can be read, but not written to.',
    remedy: 'Check the write protection of the card, or repair its file system. See `detail`.',
  },
  'card-failed': {
    status: 503,
    title: 'Card error',
    meaning: 'Reading from or writing to the card failed.',
    remedy: 'Take the card out and insert it again. If it fails again, replace it.',
  },
  'card-full': {
    status: 507,
    title: 'Card full',
    meaning: 'The file does not fit on the card. Nothing was left behind, and nothing was replaced.',
    remedy: 'Delete a file, then upload again.',
  },
  'name-taken': {
    status: 409,
    title: 'Name taken',
    meaning: 'The card has a file of that name. Names that differ only in case are the same.',
    remedy: 'Choose a different name, or replace the file with `?replace={id}`.',
  },
  'invalid-name': {
    status: 422,
    title: 'Invalid file name',
    meaning: 'A card cannot hold a file of that name.',
    remedy: 'Choose a different name. `detail` has the reason.',
  },
  'invalid-content': {
    status: 422,
    title: 'Invalid content',
    meaning: '`encoded` is not base64.',
    remedy: 'Encode the content in base64, without white space.',
  },
  'file-too-large': {
    status: 413,
    title: 'File too large',
    meaning: 'The file is larger than the station or the file system of the card allows.',
    remedy: 'Upload a smaller file.',
  },
  'file-changed': {
    status: 409,
    title: 'File changed',
    meaning: 'The file to replace was changed while the new content arrived. It was not replaced.',
    remedy: 'Look at the file, then decide whether to replace it again.',
  },
  'unknown-file': {
    status: 404,
    title: 'No such file',
    meaning: 'No file with this ID exists on the card. It may have been deleted.',
    remedy: 'List the files again with `GET /api/v1/sdcard`.',
  },
  'no-cover': {
    status: 404,
    title: 'No cover',
    meaning: 'The metadata of the file has no picture of a supported type.',
    remedy: 'Show a different picture instead.',
  },
  'unknown-upload': {
    status: 404,
    title: 'No such upload',
    meaning:
      'No resumable upload with this ID exists. It may have been cancelled, have expired, or have begun on a different card.',
    remedy: 'Begin the upload again.',
  },
  'offset-mismatch': {
    status: 409,
    title: 'Offset mismatch',
    meaning: '`Upload-Offset` does not match the number of bytes that the station has of this upload.',
    remedy: 'Ask for the offset with `HEAD`, and continue there.',
  },
  'tus-version': {
    status: 412,
    title: 'tus version required',
    meaning: 'The header field `Tus-Resumable` is missing or names an unsupported version of the protocol.',
    remedy: 'Send `Tus-Resumable: 1.0.0`.',
  },
  'unknown-tag': {
    status: 404,
    title: 'No such tag',
    meaning: 'The station knows no tag with this id.',
    remedy: 'List the tags again with `GET /api/v1/tags`.',
  },
  'tag-in-use': {
    status: 409,
    title: 'Tag in use',
    meaning: 'The tag that should replace a lost one already has a name, files or an action.',
    remedy: 'Choose a tag that was just added, or send `overwrite: true`.',
  },
  'file-not-on-card': {
    status: 422,
    title: 'No such file',
    meaning: 'The file that a tag should be bound to, or that should be played, is not on the card.',
    remedy: 'Upload the file first, or choose one that is on the card.',
  },
  'reader-unavailable': {
    status: 503,
    title: 'NFC reader unavailable',
    meaning: 'There is no NFC reader, or it does not answer.',
    remedy: 'Check its cable and the setting `STATION_READER`, then try again.',
    retryAfterSeconds: 5,
  },
  'player-unavailable': {
    status: 503,
    title: 'Player unavailable',
    meaning: 'The station has no player, so that nothing can be played.',
    remedy: 'Set `STATION_PLAYER` and start the station again.',
  },
  'nothing-to-play': {
    status: 409,
    title: 'Nothing to play',
    meaning: 'Nothing has been played yet, so there is nothing to resume, to skip or to seek in.',
    remedy: 'Put a tag on the reader that a file is bound to, or name a file.',
  },
  'playback-limited': {
    status: 409,
    title: 'Playback limited',
    meaning: 'Quiet hours have begun, or the minutes of the day have been used.',
    remedy: 'Wait, or change the limits (`/api/v1/player/limits`).',
  },
  'stream-unavailable': {
    status: 502,
    title: 'Stream unavailable',
    meaning: 'The web radio station or podcast cannot be reached, or sends something else than sound.',
    remedy: 'Check the address of the stream, the network cable and the connection to the internet.',
  },
  'pin-wrong': {
    status: 403,
    title: 'PIN wrong',
    meaning: 'The limits of the player are protected by a PIN, and it is missing or wrong.',
    remedy: 'Send the PIN as `pin` with a change of `/api/v1/player/limits`.',
  },
  'bluetooth-failed': {
    status: 503,
    title: 'Bluetooth failed',
    meaning: 'The machine has no Bluetooth, or the device did not answer or refused the command.',
    remedy: 'Switch the device on, bring it near and into pairing mode, then try again.',
  },
  'firmware-file-missing': {
    status: 400,
    title: 'No firmware file',
    meaning: 'The body has no file in the multipart field `update`.',
    remedy: 'Send the firmware bundle in that field.',
  },
  'firmware-rejected': {
    status: 500,
    // The station's interface requires this title and status (section 7).
    title: 'Unable to update firmware',
    meaning: 'The update failed, and the running version is untouched. `detail` has the reason.',
    remedy: 'Get a bundle for this station that is not older than the running version.',
  },
  'update-running': {
    status: 409,
    title: 'Update running',
    meaning: 'An update is already running, or the last one is still on trial.',
    remedy: 'Wait until it is done.',
  },
  'collection-damaged': {
    status: 400,
    title: 'Damaged archive',
    meaning: 'The archive is incomplete, damaged, or not a collection. Nothing was changed.',
    remedy: 'Send an archive made with “Save everything” or `stationery collection export`.',
  },
  'collection-newer': {
    status: 400,
    title: 'Newer archive',
    meaning: 'The archive was made by a newer version of Stationery. Nothing was changed.',
    remedy: 'Update this service, then try again.',
  },
  'collection-other-device': {
    status: 400,
    title: 'Backup of a different device',
    meaning: 'A station was sent the backup of a plotter, or the other way round. Nothing was changed.',
    remedy: 'Send it to the device that it is for.',
  },
  'collection-too-many': {
    status: 409,
    title: 'Too many files on tags',
    meaning: 'With the collection all tags together would have too many files. Nothing was changed.',
    remedy: 'Remove files from tags of the station.',
  },
  'restore-running': {
    status: 409,
    title: 'Restore running',
    meaning: 'A backup is already being restored.',
    remedy: 'Wait until it is done.',
  },
  'port-closed': {
    status: 503,
    title: 'The plotter is not connected',
    meaning: 'The serial port is closed, or the connection to the plotter was lost.',
    remedy:
      'Check cable and power, and connect. The service reconnects automatically unless it was told to disconnect.',
    retryAfterSeconds: 2,
  },
  'plotter-not-ready': {
    status: 503,
    title: 'The plotter is not ready',
    meaning: 'The plotter is starting, or still owes the reply to an earlier command. Nothing was sent.',
    remedy: 'Try again in a moment.',
    retryAfterSeconds: 2,
  },
  'unknown-port': {
    status: 422,
    title: 'No such port',
    meaning: 'The path is not a serial port of this machine.',
    remedy: 'Choose one of `GET /api/plotter/ports`, the port of the settings, or `sim:`.',
  },
  'plotter-busy': {
    status: 409,
    title: 'A job is running',
    meaning: 'A job is using the plotter. `job` is its id.',
    remedy: 'Wait for that job, or cancel it.',
  },
  'plotter-stopped': {
    status: 503,
    title: 'The plotter was stopped',
    meaning: 'The plotter was stopped before this request was sent to it. Nothing was sent.',
    // Without `Retry-After`, because a program that obeys it would move a plotter that a user has just
    // stopped.
    remedy: 'Make sure that the plotter may move again before you send the request again.',
  },
  'reply-timeout': {
    status: 504,
    title: 'No reply in time',
    meaning: 'The plotter did not finish its reply within `timeoutMs`. `lines` has the lines received.',
    remedy: 'Give slow commands more time. If no reply ever comes, check the port and the baud rate.',
  },
  'invalid-command': {
    status: 400,
    title: 'Invalid command',
    meaning:
      'A command is empty, too long, more than one line, or has characters other than printable ASCII.',
    remedy: 'Correct that command. `pointer` locates it.',
  },
  'outside-limits': {
    status: 422,
    title: 'Outside the machine limits',
    meaning: 'A command would move the pen outside of the limits in the machine profile. Nothing was sent.',
    remedy: 'Move or scale the drawing, or correct the limits in the machine profile.',
  },
  'invalid-pen-height': {
    status: 422,
    title: 'Invalid pen height',
    meaning:
      'A command of the job sets a pen height that the machine refuses. `heightLimits` has the accepted range. Nothing was sent.',
    remedy: 'Use a height in this range. Without a range, set the pen heights of the machine first.',
  },
  'machine-unidentified': {
    status: 409,
    title: 'Which plotter is this?',
    meaning:
      'The machine did not identify itself, so the scale and coordinates of a drawing would be guesses. Only commands and jobs that a client wrote itself are sent to it.',
    remedy:
      'Choose the plotter on the page, with `stationery plot setup`, or with `POST /api/plotter/machines` and the profile of a preset of `GET /api/plotter/drivers`. Then plot the drawing again, or resume the job.',
  },
  'unknown-machine': {
    status: 404,
    title: 'No such machine profile',
    meaning: 'No machine profile with this ID exists. It may have been deleted.',
    remedy: 'List the profiles again with `GET /api/plotter/machines`.',
  },
  'machine-in-use': {
    status: 409,
    title: 'Machine profile in use',
    meaning: 'The machine profile is in use, so it cannot be deleted.',
    remedy: 'Choose a different profile first.',
  },
  'unknown-job': {
    status: 404,
    title: 'No such job',
    meaning: 'No job with this ID exists. It may have been deleted.',
    remedy: 'List the jobs again with `GET /api/plotter/jobs`.',
  },
  'wrong-job-state': {
    status: 409,
    title: 'Not possible now',
    meaning: 'The state of the job does not allow this.',
    remedy: 'Read the job again, and offer only what its state allows.',
  },
  'job-not-resumable': {
    status: 409,
    title: 'Not possible now',
    meaning:
      'Moves are relative on this machine and the pen position is unknown, so the job cannot be resumed; or the fleet has given it to another plotter.',
    remedy: 'Run the job again from the start.',
  },
  'commands-lost': {
    status: 409,
    title: 'Commands lost',
    meaning: 'Some commands of the job are no longer in the database.',
    remedy: 'Send the job again.',
  },
  'position-lost': {
    status: 409,
    title: 'Position lost',
    meaning: 'The plotter may have lost its position, so the rest of the job could land in the wrong place.',
    remedy:
      'Move the pen to the origin of the drawing and resume with `penAtOrigin: true`; or send `ZERO` with the pen at the origin (on a machine with homing switches, `HOME`), and resume.',
  },
  'marks-outdated': {
    status: 409,
    title: 'Marks outdated',
    meaning:
      'The job was aligned to marks on a sheet, and the origin or the sheet may have changed since they were found.',
    remedy: 'Find the marks again, and run the job again with their places in `marks`.',
  },
  'key-reused': {
    status: 422,
    title: 'Idempotency key already used',
    meaning: 'The `Idempotency-Key` was used for a different job.',
    remedy: 'Use a new key for every new job.',
  },
  'unreadable-drawing': {
    status: 422,
    title: 'Not a drawing',
    meaning: `The file is not ${drawingTitles('or')}, or is damaged.`,
    remedy: 'Send a drawing in one of these formats. `detail` has the reason.',
  },
  'invalid-drawing': {
    status: 422,
    title: 'Invalid drawing',
    meaning: 'The drawing can be read, but nothing in it can be plotted with these options.',
    remedy: 'Change the drawing or the options. `detail` has the reason.',
  },
  'drawing-too-large': {
    status: 413,
    title: 'Drawing too large',
    meaning: 'The drawing has too much in it for this machine to plan.',
    remedy: 'Simplify the drawing, or split it.',
  },
  'too-many-drawings': {
    status: 503,
    title: 'Too many drawings at once',
    meaning: 'Other drawings are being planned.',
    remedy: 'Try again in a moment.',
    retryAfterSeconds: 5,
  },
  'fleet-unreachable': {
    status: 503,
    title: 'Fleet unreachable',
    meaning: 'The NATS server or the board of the fleet does not answer.',
    remedy: 'Check that both run and that the device has a connection, then try again.',
    retryAfterSeconds: 5,
  },
  'fleet-failed': {
    status: 503,
    title: 'Fleet failed',
    meaning: 'The NATS server of the fleet answers with an error: it stores nothing, or refuses the board.',
    remedy: 'Read `detail`, and the log of the NATS server. Then try again.',
    retryAfterSeconds: 5,
  },
  'not-in-fleet': {
    status: 409,
    title: 'Not in a fleet',
    meaning: 'The plotter is not part of a fleet.',
    remedy: 'Set `FLEET_URL` to the NATS server of the fleet and restart the service.',
  },
  'unknown-device': {
    status: 404,
    title: 'Unknown device',
    meaning: 'No device with this id has ever joined the fleet.',
    remedy: 'List the devices. A new one joins with `FLEET_URL` set to the NATS server of the fleet.',
  },
  'no-credentials': {
    status: 409,
    title: 'No credentials',
    meaning:
      'The devices of this fleet have no credentials of their own: its NATS server accepts every client.',
    remedy: 'Start it with `stationery fleet up --nats-host <address>`, or set `BOARD_NATS_ACCOUNTS`.',
  },
  'code-refused': {
    status: 403,
    title: 'Code refused',
    meaning: 'The code is wrong, was used before, or is older than ten minutes.',
    remedy: 'Get a new one with `stationery fleet enroll`.',
  },
  'too-many-attempts': {
    status: 429,
    title: 'Too many attempts',
    meaning: 'Too many wrong codes or PINs came within a minute, or too many codes are open.',
    remedy: 'Wait a minute, then try again.',
    retryAfterSeconds: 60,
  },
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof table;

export const errorTable: Record<ErrorCode, ErrorEntry> = table;

/** In the order of docs/openapi/error-codes.md. */
export const errorCodes = Object.keys(table) as ErrorCode[];

/** Returns the problem type of a code (RFC 9457). The plotter serves a page about the error at this path. */
export const problemType = (code: ErrorCode): string => `/problems/${code}`;
