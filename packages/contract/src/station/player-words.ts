export const onRemovals = ['continue', 'pause', 'stop'] as const;
export const onAgains = ['resume', 'restart', 'next', 'single'] as const;
export const repeatModes = ['off', 'all', 'one'] as const;
export const replayGains = ['off', 'track', 'album'] as const;

/** What a tag can do besides playing a file. */
export const playerActions = [
  'volume_up',
  'volume_down',
  'next',
  'previous',
  'forward',
  'back',
  'pause',
  'stop',
  'sleep',
  'language',
  'shut_down',
] as const;
