export const layoutEnglish = {
  menu: {
    connection: 'Connection',
    machine: 'Machine settings',
  },
  queue: {
    title: 'Queue',
    empty: 'Nothing else is queued.',
    add: 'Add to queue',
    addAnyway: 'Add anyway',
    first: 'Move to the front',
    up: 'Move up',
    down: 'Move down',
    last: 'Move to the end',
  },
  history: {
    title: 'History',
    took: (time: string) => `took ${time}`,
  },
};
