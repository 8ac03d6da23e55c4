import { type Static, type TUnsafe, Type } from 'typebox';
import { object } from './exact.ts';
import { describing, type ReasonOf, reasonSchema, row } from './reason-table.ts';

const address = { address: Type.String({ description: 'Of the broker, without user name and password' }) };
const settings = {
  settings: Type.String({ description: 'The prefix of its settings, such as STATION_MQTT' }),
};
const message = { message: Type.String({ description: 'The message of the broker or the system' }) };
const retried = 'The connection is retried automatically.';

/** Why MQTT does not work. Programs compare the codes, so they never change. */
export const mqttReasons = {
  'mqtt-unreachable': row(
    { ...address, ...settings },
    ({ address, settings }) =>
      `Can’t reach the MQTT broker at ${address}. Check that it runs and that ${settings}_URL is right. ${retried}`,
  ),
  'mqtt-login-refused': row(
    { ...address, ...settings },
    ({ address, settings }) =>
      `The MQTT broker at ${address} refused the user name or password. Correct ${settings}_USER and ${settings}_PASSWORD. ${retried}`,
  ),
  'mqtt-not-allowed': row(
    { topic: Type.String() },
    ({ topic }) =>
      `The MQTT broker does not allow this user to use the topic ${topic}. Allow it in the settings of the broker.`,
  ),
  'mqtt-tls-failed': row(
    { ...address, ...settings, ...message },
    ({ address, settings, message }) =>
      `The TLS connection to the MQTT broker at ${address} failed: ${message}. Check its certificate and ${settings}_CA. ${retried}`,
  ),
  'mqtt-lost': row(
    address,
    ({ address }) =>
      `The connection to the MQTT broker at ${address} was lost. ${retried} If it is lost again and again, check that no other device with the same serial number is connected.`,
  ),
  'mqtt-session-taken': row(
    address,
    ({ address }) =>
      `Another device with the same serial number has taken the connection to the MQTT broker at ${address}. Connect only one of them to this broker. ${retried}`,
  ),
  'mqtt-refused': row(
    { ...address, ...message },
    ({ address, message }) =>
      `The MQTT broker at ${address} refused the connection: ${message}. Check the MQTT settings of this device and of the broker. ${retried}`,
  ),
  'mqtt-ca-unreadable': row(
    { file: Type.String(), ...settings },
    ({ file, settings }) =>
      `The CA file ${file} cannot be read. Check ${settings}_CA and the rights of the file. ${retried}`,
  ),
};

export type MqttReason = ReasonOf<typeof mqttReasons>;

export const MqttReason: TUnsafe<MqttReason> = reasonSchema(
  mqttReasons,
  'MqttReason',
  'Why the connection to MQTT does not work',
);

export const describeMqttReason: (reason: MqttReason) => string = describing(mqttReasons);

export const MqttState = Type.Union(
  [
    object({ state: Type.Literal('off') }),
    object({ state: Type.Literal('connecting'), ...address }),
    object({ state: Type.Literal('connected'), ...address }),
    object({ state: Type.Literal('failed'), ...address, reason: Type.String(), cause: MqttReason }),
  ],
  { $id: 'MqttState', description: 'The connection to the MQTT broker' },
);
export type MqttState = Static<typeof MqttState>;
