import {
  choice,
  named,
  optionalText,
  SettingError,
  type SettingValues,
  storedJson,
  text,
} from '@stationery/core';

/** The topics that the broker retains; stored by every service with MQTT. */
export const storedTopics = { 'mqtt.retained': storedJson<readonly string[]>('array', []) };

/** The MQTT settings of a service. No MQTT code is loaded unless the address is set. */
export function mqttSettings(service: 'STATION' | 'PLOTTER') {
  return named(service, {
    mqttUrl: optionalText({
      placeholder: '<url>',
      help: 'MQTT broker: mqtt://<host>[:<port>], or mqtts:// for TLS',
      defaultText: 'none: MQTT is off',
    }),
    mqttUser: optionalText({ placeholder: '<name>', help: 'User name for the broker' }),
    mqttPassword: optionalText({
      placeholder: '<secret>',
      help: 'Password for the broker; other users of this machine can see it if it is given as an option',
    }),
    mqttCa: optionalText({
      placeholder: '<file>',
      help: 'CA that signed the certificate of the broker, in PEM',
      defaultText: 'the CAs that Node trusts',
    }),
    mqttPrefix: text({ placeholder: '<topic>', help: 'Prefix of all topics', default: 'stationery' }),
    mqttDiscovery: choice({
      choices: ['on', 'off'],
      help: 'Whether Home Assistant finds this device; off removes the device from Home Assistant',
      default: 'on',
    }),
  });
}

export type MqttValues = SettingValues<ReturnType<typeof mqttSettings>>;

export interface MqttConfig {
  protocol: 'mqtt' | 'mqtts';
  host: string;
  port: number;
  /** Prefix of the environment variables, for error texts: `STATION_MQTT`. */
  settings: string;
  /** Address for display, without user name and password. */
  address: string;
  user: string | undefined;
  password: string | undefined;
  caFile: string | undefined;
  prefix: string;
  /** Undefined if Home Assistant must not discover the device. */
  discoveryPrefix: string | undefined;
}

const topicPattern = /^[^+#\u0000/]{1,60}(?:\/[^+#\u0000/]{1,60}){0,4}$/;

/** Returns undefined if MQTT is off. Throws a `SettingError`, which never contains a password. */
export function readMqttConfig(values: MqttValues, service: 'STATION' | 'PLOTTER'): MqttConfig | undefined {
  if (values.mqttUrl === undefined) return undefined;
  const url = URL.canParse(values.mqttUrl) ? new URL(values.mqttUrl) : null;
  const isMqtt = url?.protocol === 'mqtt:' || url?.protocol === 'mqtts:';
  if (url === null || !isMqtt || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search)
    throw new SettingError(
      `${service}_MQTT_URL must be mqtt://<host>[:<port>] or mqtts://<host>[:<port>]; for example mqtt://homeassistant.local`,
    );
  if (!topicPattern.test(values.mqttPrefix))
    throw new SettingError(`${service}_MQTT_PREFIX must be a topic without + and #, such as home/stationery`);
  const protocol = url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt';
  const port = url.port === '' ? (protocol === 'mqtts' ? 8883 : 1883) : Number(url.port);
  return {
    settings: `${service}_MQTT`,
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    address: `${protocol}://${url.hostname}:${port}`,
    user: values.mqttUser ?? decoded(url.username, service),
    password: values.mqttPassword ?? decoded(url.password, service),
    caFile: values.mqttCa,
    prefix: values.mqttPrefix,
    discoveryPrefix: values.mqttDiscovery === 'on' ? 'homeassistant' : undefined,
  };
}

function decoded(part: string, service: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SettingError(
      `${service}_MQTT_URL: write a % in the user name or password as %25, or use ${service}_MQTT_PASSWORD`,
    );
  }
}
