/** The client commands in one line each; what they are made of is loaded with the first use. */
export const clientSummaries = {
  files: 'The files on the card of a station',
  tags: 'The tags of a station, and the files bound to them',
  bindings: 'Which file belongs to which tag, from one station to another',
  name: 'Show who the station is, or give it a name',
  plot: 'The plotter: drawings, commands, and jobs of many commands',
};
