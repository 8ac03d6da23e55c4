/** What each action of “stationery network” does, in a few words. */
export const networkSummaries = {
  render: { summary: 'Print or write the files of the network' },
  apply: { summary: 'Set the network up and start it' },
  remove: { summary: 'Undo everything that apply did' },
  status: { summary: 'Check the network' },
  watch: { summary: 'Switch the radio off when it joins a network' },
};
