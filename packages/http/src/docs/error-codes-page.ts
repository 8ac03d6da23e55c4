import {
  boardErrorCodes,
  type ErrorCode,
  errorTable,
  firmwareReasons,
  fleetReasons,
  jobReasons,
  mqttReasons,
  notices,
  playerReasons,
  plotReasons,
  plotterErrorCodes,
  readerReasons,
  reasonExamples,
  refusalCodes,
  stationErrorCodes,
} from '@stationery/contract';
import type { ErrorStyle } from '../errors/error-style.ts';
import { problemDetails } from '../errors/problem-details.ts';

const ownFleetReasons = Object.fromEntries(
  Object.entries(fleetReasons).filter(([code]) => !(code in jobReasons)),
);

/** Returns the content of docs/openapi/error-codes.md, which `npm run openapi` writes. */
export function errorCodesPage(): string {
  return `# Error codes

Every refusal has a stable code. Compare codes in programs; titles and details are for people and may change.

- The **station** sends the code in the header field \`Error-Code\`. Its error documents have only the members that the interface defines.
- The **plotter** sends it in \`Error-Code\` too, and as the problem \`type\`: \`/problems/port-closed\`. That address is a page of the service. The **board** of a fleet does the same.
- \`@stationery/client\` has it as \`error.code\`, typed for each service.

Where the last column has a number, the answer has \`Retry-After\` with that number of seconds. A newer service may send codes that are not
listed here: treat an unknown one like any other refusal with its status.

## Station

${table(stationErrorCodes())}
## Plotter

${table(plotterErrorCodes(), problemDetails)}
## Board of a fleet

${table(boardErrorCodes(), problemDetails)}
## Reasons of the station

Why the NFC reader does not work is in its state in the events: in \`reason\` for people, and in \`cause\` for programs. A card that is
missing has one of the codes above as \`code\`; one that is read-only has \`read_only_code\`.

${reasonTable(readerReasons)}
Why nothing plays, or why it stopped, is in \`problem\` of the player, as \`reason\` and \`cause\`:

${reasonTable(playerReasons)}
Why a tag does not plot its drawing is in the event \`plots\`, as \`reason\` and \`cause\`:

${reasonTable(plotReasons)}
Why the last update of the firmware failed or was rolled back is in \`last_update\` of \`GET /api/v1/firmware\`, as \`reason\` and
\`cause\`. The record of an older launcher has no \`cause\`:

${reasonTable(firmwareReasons)}
## Reasons of both services

Why there is no connection to the MQTT broker is in the event \`mqtt\` of the station and in \`mqtt\` of \`GET /api/plotter/status\`, as
\`reason\` and \`cause\` ([more](../home-assistant.md)):

${reasonTable(mqttReasons)}
## Reasons of the plotter

Why the plotter is not connected (\`waiting\`, \`suspect\`), and why a job is on hold, paused for a pen, failed, was cancelled or was interrupted, is in
\`reason\` for people, and in \`cause\` for programs: \`cause.code\`, and the data in the second column beside it. A job whose
state is from a version without codes has no \`cause\`. \`because\` is another reason of this list.

${reasonTable(jobReasons)}
Events of the name \`notice\` have a \`cause\` too, beside their \`text\`:

${reasonTable(notices)}
What a plotter means when it refuses a command is in \`refusal.code\`, and after \`POST /api/plotter/command\` in the header field
\`Refusal\`: ${refusalCodes.map((code) => `\`${code}\``).join(', ')}.

## Reasons of the fleet

Why a job waits, failed or was refused, and why a device, a collection or the NATS server is in its state, is in \`reason\` and
\`cause\` of the answers of the board; many of its problem documents have a \`cause\` too. It is a reason of the plotter, above, or one
of these. It is absent if only a newer device knows its code:

${reasonTable(ownFleetReasons)}`;
}

function table(codes: readonly ErrorCode[], style?: ErrorStyle): string {
  const rows = codes.map((code) => {
    const { meaning, remedy, retryAfterSeconds, ...entry } = errorTable[code];
    const status = style?.statuses?.[code] ?? entry.status;
    return `| \`${code}\` | ${status} | ${meaning} | ${remedy} | ${retryAfterSeconds ?? ''} |\n`;
  });
  return `| code | status | what it means | what to do | retry after, s |\n|---|---|---|---|---|\n${rows.join('')}`;
}

function reasonTable(reasons: Parameters<typeof reasonExamples>[0]): string {
  const rows = reasonExamples(reasons).map(
    ({ code, members, text }) =>
      `| \`${code}\` | ${members.map((name) => `\`${name}\``).join(', ')} | ${text.replaceAll('<', '&lt;')} |\n`,
  );
  return `| code | data | text |\n|---|---|---|\n${rows.join('')}`;
}
