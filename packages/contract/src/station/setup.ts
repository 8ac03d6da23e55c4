import { type Static, Type } from 'typebox';
import { flag, list, object, oneOf, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { onlyAnswer, onlyBody } from './resources.ts';

const type = 'setup';

export const setupSteps = [
  'language',
  'name',
  'role',
  'card',
  'reader',
  'sound',
  'clock',
  'access',
  'wifi',
] as const;
const SetupStep = Type.Enum([...setupSteps]);

export const setupRoles = ['station', 'plotter', 'both'] as const;

/** Programs compare the codes, so they never change. */
export const setupObstacles = {
  'not-a-service': 'The station was started by hand, so it may not change the system',
  'no-wifi-device': 'The machine has no Wi-Fi device',
  'other-wifi': 'The system’s own programs use the Wi-Fi; “stationery network apply” gives it to the station',
  'clock-set': 'The clock is set from the internet',
  'clock-protected': 'The clock is set, and a PIN protects the limits that depend on it',
} as const;

/** Programs compare the codes, so they never change. */
export const setupProblems = {
  'settings-refused': 'The settings were refused.',
  'settings-failed': 'The settings could not be changed. See the log.',
  'settings-not-applied':
    'The service that changes the settings did not run. Restart the box, then try again. “journalctl -u stationery-apply” says more.',
  'wifi-failed': 'The Wi-Fi did not start with these settings. The previous ones are in use again.',
  'clock-failed': 'The clock could not be set.',
} as const;
const setupProblemCodes = Object.keys(setupProblems) as (keyof typeof setupProblems)[];

const Language = Type.Enum(['en', 'de']);

/** The settings of the setup, without passwords and other secrets. */
export const Setup = object('Setup', {
  first_run: flag('Pages show the setup until it is finished or skipped'),
  revision: Type.Integer({ description: 'Grows with every change' }),
  done: list(SetupStep, 'The answered questions'),
  unavailable: list(
    object({
      step: SetupStep,
      code: oneOf(
        Object.keys(setupObstacles) as (keyof typeof setupObstacles)[],
        Object.entries(setupObstacles)
          .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
          .join('. '),
      ),
    }),
    'The questions that do not apply to this machine',
  ),
  language: orNull(Language, 'Language of pages; null: that of each browser'),
  role: Type.Enum([...setupRoles]),
  reader: Type.String({ description: 'The NFC reader, as in STATION_READER' }),
  readers: list(Type.String(), 'The readers to choose from'),
  token_set: flag('Whether clients need a token'),
  wifi: object({
    name: Type.String({ description: 'Of the network' }),
    country: orNull(Type.String(), 'Two letters'),
    open: flag('Joined without a passphrase'),
  }),
  time: Type.String({ format: 'date-time', description: 'The clock of the station' }),
  pending: list(SetupStep, 'Saved answers that are not in effect yet; see `apply`'),
  applying: flag('The system is being changed; the station restarts'),
  problem: orNull(
    object({ code: Type.Enum(setupProblemCodes), message: Type.String() }),
    'Why the last change of the system failed; earlier settings are kept',
  ),
});
export type Setup = Static<typeof Setup>;
export type SetupProblem = NonNullable<Setup['problem']>;

export const setupProblem = (
  code: SetupProblem['code'],
  message: string = setupProblems[code],
): SetupProblem => ({ code, message });

const SetupChange = object({
  revision: Type.Optional(
    Type.Integer({
      description: 'The revision that the change is based on; refused if there is a newer one',
    }),
  ),
  name: Type.Optional(Type.String({ maxLength: 300, description: 'Nickname, and name of the Wi-Fi' })),
  language: Type.Optional(orNull(Language, 'Language of pages')),
  role: Type.Optional(Type.Enum([...setupRoles])),
  reader: Type.Optional(Type.String({ maxLength: 300, description: 'One of `readers`; used at once' })),
  time: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'Set at once' })),
  token: Type.Optional(orNull(Type.String({ maxLength: 1024 }), 'null: no token is required')),
  country: Type.Optional(Type.String({ maxLength: 2, description: 'Two letters' })),
  passphrase: Type.Optional(orNull(Type.String({ maxLength: 63 }), 'Of the Wi-Fi; null: open')),
  done: Type.Optional(list(SetupStep, 'Further answered questions', 20)),
  apply: Type.Optional(
    flag('Put name, role, token and Wi-Fi into effect. The station restarts, and phones join again'),
  ),
  first_run: Type.Optional(Type.Literal(false, { description: 'Finishes or skips the setup' })),
});
export type SetupChange = Static<typeof SetupChange>;

const answer = onlyAnswer(type, '/api/v1/setup', 'The current answers', Setup, {
  first_run: true,
  revision: 3,
  done: ['language', 'name'],
  unavailable: [{ step: 'clock', code: 'clock-set' }],
  language: 'en',
  role: 'station',
  reader: 'sim:',
  readers: ['sim:'],
  token_set: false,
  wifi: { name: 'Kitchen', country: 'DE', open: true },
  time: '2026-06-30T12:00:00.000Z',
  pending: ['name'],
  applying: false,
  problem: null,
});

export const setupRoutes = defineRoutes('Setup', jsonApi, {
  getSetup: {
    call: 'GET /api/v1/setup',
    summary: 'Get the answers of the first-run setup',
    description: 'Tokens and passphrases are never returned.',
    answer,
  },
  updateSetup: {
    call: 'PATCH /api/v1/setup',
    summary: 'Answer questions of the first-run setup, or change them later',
    description:
      'Name, language, reader and clock are used at once. Token, role and Wi-Fi wait for `apply`, so that no phone is cut off during setup.',
    body: onlyBody(type, SetupChange, { revision: 3, country: 'DE' }),
    answer,
    errors: {
      409: [
        'A different type; or another phone has changed something since; or the system is being changed; or the step does not apply to this machine',
        'resource-mismatch',
        'setup-changed',
        'setup-applying',
        'setup-unavailable',
      ],
      422: ['An invalid answer', 'invalid-request'],
    },
  },
  playTestSound: {
    call: 'POST /api/v1/setup/sound',
    summary: 'Play a short sound on the station',
    answer: { status: 204, description: 'It is playing' },
    errors: { 503: ['No player is set up', 'player-unavailable'] },
  },
});
