/** What both pages say. */
export const sharedTexts = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  tryAgain: 'Try again',
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
};
