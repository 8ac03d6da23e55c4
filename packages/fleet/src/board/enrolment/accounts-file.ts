import {
  type Permission,
  publishPermissions,
  sharedSubscriptions,
  subscribePermissions,
} from '@stationery/contract/fleet';
import { maxReadBytes } from '../../broker/message.ts';

const boardAccount = 'STATIONERY_BOARD';
const deviceAccount = 'STATIONERY_DEVICES';
/**
 * Connections allowed per device. One is not enough, because the server takes minutes to notice that a device
 * has lost power.
 */
const connectionsPerDevice = 4;
const spareConnections = 10;

/** Returns the text of the file that the block `accounts` of the server's configuration includes. */
export function accountsFile(
  boardKey: string,
  devices: readonly { id: string; publicKey: string }[],
): string {
  const services = publishPermissions('*');
  const exported = [
    ...services.map(
      ({ subject, hasManyAnswers }) =>
        `{ service: ${quoted(subject)}${hasManyAnswers ? ', response: stream' : ''}, accounts: [${deviceAccount}] }`,
    ),
    ...sharedSubscriptions.map(
      ({ subject }) => `{ stream: ${quoted(subject)}, accounts: [${deviceAccount}] }`,
    ),
  ];
  const from = (subject: string) => `{ account: ${boardAccount}, subject: ${quoted(subject)} }`;
  const imported = [
    ...services.map(({ subject }) => `{ service: ${from(subject)} }`),
    ...sharedSubscriptions.map(({ subject }) => `{ stream: ${from(subject)} }`),
  ];
  const users = devices.map(
    ({ id, publicKey }) => `# ${id}
    { nkey: ${publicKey}, permissions: {
      publish: { allow: ${subjects(publishPermissions(id))} }
      subscribe: { allow: ${subjects(subscribePermissions(id))} }
    } }`,
  );
  return `# Written by the board of the fleet whenever a device joins or is revoked. Changes here are lost.
${boardAccount}: {
  jetstream: enabled
  users: [ { nkey: ${boardKey} } ]
  exports: [
    ${exported.join('\n    ')}
  ]
}
${deviceAccount}: {
  limits: { max_connections: ${spareConnections + connectionsPerDevice * devices.length}, max_payload: ${maxReadBytes} }
  imports: [
    ${imported.join('\n    ')}
  ]
  users: [
    ${users.join('\n    ')}
  ]
}
`;
}

const quoted = (text: string) => JSON.stringify(text);
const subjects = (permissions: readonly Permission[]) =>
  JSON.stringify(permissions.map(({ subject }) => subject));
