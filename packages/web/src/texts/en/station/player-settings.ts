/** What the dialog of the playback settings says, in English. */
export const playerSettingsEnglish = {
  title: 'Playback settings',
  loading: 'Loading …',
  saved: 'Playback settings saved.',
  restored: 'Playback settings restored.',
  onRemoval: 'When a tag is taken away',
  removal: { continue: 'Continue', pause: 'Pause', stop: 'Stop' },
  removalHint: {
    continue: 'The file plays to its end.',
    pause: 'The same tag resumes later.',
    stop: 'Nothing plays until the next tap.',
  },
  onAgain: 'When the same tag comes again',
  again: { resume: 'Resume', restart: 'Restart', next: 'Next file' },
  againHint: {
    resume: 'It continues where it was left, also after a power cut.',
    restart: 'It starts with its first file.',
    next: 'It plays its next file; after the last one the first.',
  },
  volumeCap: 'Maximum volume',
  volumeCapHint: 'Nobody can turn it up higher, neither here nor with a tag.',
  percent: (percent: number) => `${percent} %`,
  fade: 'Fade out, s',
  fadeHint: 'Before a pause or a stop. 0 for none.',
  grace: 'Wait before “taken away”, s',
  graceHint: 'Set a longer time if playback stutters.',
  seconds: 'Enter a number from 0 to 10.',
  unknownSound: 'Sound for unknown tags',
  unknownSoundHint: 'A short sound for a tag that was not added yet or has no file.',
  idleFile: 'When nothing else plays',
  noIdleFile: 'Silence',
  idleFileHint: 'A file that repeats until the next tap.',
  noSounds: 'There are no sounds on the card yet. Add one to choose it here.',
};

export type PlayerSettingsTexts = typeof playerSettingsEnglish;
