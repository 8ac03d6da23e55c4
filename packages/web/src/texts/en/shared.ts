import type { MqttReason, PlotterErrorCode, StationErrorCode } from '@stationery/client';
import type { BoardErrorCode } from '@stationery/client/board';

export type ErrorCode = StationErrorCode | PlotterErrorCode | BoardErrorCode;

export const sharedEnglish = {
  close: 'Close',
  loading: 'Loading …',
  notLoaded:
    'A part of this page could not be loaded. Check that the service is running, then reload the page.',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  tryAgain: 'Try again',
  tryNow: 'Try now',
  menu: 'Menu',
  connectPhone: 'Connect a phone',
  saveEverything: 'Save everything …',
  restore: 'Restore …',
  tooLong: (now: number, most: number) => `Too long: ${now} of at most ${most}.`,
  theme: { title: 'Colours', auto: 'Same as device', light: 'Light', dark: 'Dark' },
  language: {
    title: 'Language',
    failed: 'The language could not be loaded. Check the connection, then try again.',
  },
  pages: { station: 'Base station', plotter: 'Pen plotter' },
  description: 'API documentation',
  connection: { connecting: 'Connecting …', live: 'Live', lost: 'Offline', reconnecting: 'Reconnecting …' },
  banner: {
    lost: 'Connection lost.',
    refused: 'This page has no access.',
    never: 'No answer.',
    asItWas: 'Showing the last known state.',
    retryIn: (seconds: number) => (seconds < 1 ? 'Trying again now.' : `Next try in ${seconds} s.`),
    retrying: 'Trying again now.',
  },
  mqtt: {
    failed: 'No connection to MQTT.',
    /** In English, the page shows the service's own text. */
    reason: (_cause: MqttReason): string | undefined => undefined,
  },
  token: {
    title: 'Enter the access token',
    explanation: 'This device is protected by an access token. This browser remembers it for this address.',
    label: 'Access token',
    wrong: 'That token is wrong. Check it, including upper and lower case.',
    give: 'Unlock',
  },
  /** In English, the service's own text is used, which is more precise. */
  refusal: (_code: ErrorCode): string | undefined => undefined,
  errors: {
    token: 'The access token is missing or wrong. Reload the page and enter it.',
    noAnswer: 'No answer. Check that the device is on and that you are in its network, then try again.',
    unreadable: 'The file can’t be read any more. It may have been moved or changed. Choose it again.',
    unexpected: 'Something went wrong on this page. Reload it, then try again.',
    thenTryAgain: 'Try again.',
  },
};

export type SharedTexts = typeof sharedEnglish;
