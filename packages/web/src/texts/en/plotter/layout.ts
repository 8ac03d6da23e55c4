/** The parts of the page, and what its menu offers. */
export const layoutEnglish = {
  menu: {
    connection: 'Connection',
    machine: 'Machine settings',
  },
  queue: {
    title: 'Queue',
  },
  history: {
    title: 'History',
    took: (time: string) => `took ${time}`,
  },
};
