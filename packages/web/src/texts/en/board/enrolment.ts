/** What the board says about adding devices and their credentials, in English. */
export const enrolmentEnglish = {
  add: 'Add device',
  title: 'Credentials',
  addTitle: 'Add a device',
  name: 'Name',
  nameHint: 'Such as “Room 3”. Its id is made of it.',
  getCode: 'Get code',
  newCode: 'Get a new code',
  kind: 'Kind of device',
  kinds: { plotter: 'Plotter', station: 'Station' },
  code: 'Code',
  remaining: (time: string) => `Valid for ${time}, for one device.`,
  expired: 'This code has expired.',
  run: 'At the device, run this as the user of its service:',
  scan: 'Or scan it: with a scanner at the device, or with a phone that is logged in there.',
  scanLabel: 'The command as a QR code',
  restart: 'Then restart the service. This page notices when the device has joined.',
  local: (host: string) =>
    `This page is open at ${host}. On another machine, use the address of this one instead.`,
  joined: (name: string, id: string) => `${name} has joined as ${id}.`,
  joinedNext: 'Restart its service now. It then appears among the devices.',
  online: 'Its service is connected.',
  another: 'Add another',
  done: 'Done',
  noCredentials: 'The devices of this fleet need no credentials.',
  startDevice: 'Start a device with the address of the NATS server:',
  forOthers:
    'The NATS server is for this machine only. For devices elsewhere, with TLS and credentials, start the board with:',
  none: 'No device has credentials yet.',
  search: 'Search enrolled devices',
  nothingFound: 'No device matches.',
  since: (when: string) => `Joined ${when}`,
  revoked: (when: string) => `Revoked ${when}`,
  states: { online: 'Online', offline: 'Offline', revoked: 'Revoked' },
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke the credentials of ${name}`,
  revokeTitle: (name: string) => `Revoke the credentials of ${name}?`,
  revokeText: (id: string) =>
    `${id} is disconnected at once and refused from then on. Its jobs stay in the queue and can be drawn again elsewhere. This can’t be undone: the device has to join again with a new code, under another id.`,
  revokeDone: (name: string) => `The credentials of ${name} are revoked.`,
};

export type EnrolmentTexts = typeof enrolmentEnglish;
