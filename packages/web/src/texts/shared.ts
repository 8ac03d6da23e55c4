/** What both pages say. */
export const sharedTexts = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  tryAgain: 'Try again',
  tryNow: 'Try now',
  theme: {
    auto: 'Colours: as your device has them. Change to light',
    light: 'Colours: light. Change to dark',
    dark: 'Colours: dark. Change to those of your device',
  },
  description: 'For programs: the interface, described',
  connection: {
    connecting: 'Connecting …',
    live: 'Live',
    lost: 'No connection',
    reconnecting: 'Reconnecting …',
  },
  banner: {
    lost: 'The connection is lost.',
    refused: 'This page is not let in.',
    never: 'There is no answer.',
    asItWas: 'What you see is how it was last.',
    retryIn: (seconds: number) => `The next try is ${seconds < 1 ? 'now' : `in ${seconds} s`}.`,
    retrying: 'Trying again now.',
  },
  token: {
    title: 'It asks for its token',
    explanation:
      'Whoever set this device up chose a token. Enter it once; this browser keeps it for this address.',
    label: 'Token',
    wrong: 'That is not the token. Check it letter by letter: large and small letters differ.',
    give: 'Unlock',
  },
  errors: {
    token: 'The token is missing or wrong. Load the page again and enter it.',
    noAnswer:
      'There was no answer. Check that the device is on and that you are in its network, then try again.',
    unreadable: 'The file cannot be read any more. Was it moved or changed? Choose it again.',
    unexpected: 'Something unexpected happened in this page. Load it again, then try once more.',
    thenTryAgain: 'Try again.',
  },
};
