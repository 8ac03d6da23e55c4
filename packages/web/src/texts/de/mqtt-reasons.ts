import type { MqttReason } from '@stationery/client';

const retried = 'Es wird weiter versucht.';

/** A text for each code, enforced by the type. */
const texts: {
  [C in MqttReason['code']]: string | ((data: Extract<MqttReason, { code: C }>) => string);
} = {
  'mqtt-unreachable': ({ address, settings }) =>
    `Der MQTT-Broker ${address} ist nicht erreichbar. Prüfen Sie, ob er läuft und ob ${settings}_URL stimmt. ${retried}`,
  'mqtt-login-refused': ({ address, settings }) =>
    `Der MQTT-Broker ${address} hat Benutzername oder Passwort abgelehnt. Ändern Sie ${settings}_USER und ${settings}_PASSWORD. ${retried}`,
  'mqtt-not-allowed': ({ topic }) =>
    `Der MQTT-Broker erlaubt diesem Benutzer das Topic ${topic} nicht. Erlauben Sie es in den Einstellungen des Brokers.`,
  'mqtt-tls-failed': ({ address, settings, message }) =>
    `Die TLS-Verbindung zum MQTT-Broker ${address} ist gescheitert: ${message}. Prüfen Sie sein Zertifikat und ${settings}_CA. ${retried}`,
  'mqtt-lost': ({ address }) =>
    `Die Verbindung zum MQTT-Broker ${address} ist abgebrochen. ${retried} Bricht sie immer wieder ab, prüfen Sie, ob ein anderes Gerät mit derselben Seriennummer verbunden ist.`,
  'mqtt-session-taken': ({ address }) =>
    `Ein anderes Gerät mit derselben Seriennummer hat die Verbindung zum MQTT-Broker ${address} übernommen. Verbinden Sie nur eines von beiden mit diesem Broker. ${retried}`,
  'mqtt-refused': ({ address, message }) =>
    `Der MQTT-Broker ${address} hat die Verbindung abgelehnt: ${message}. Prüfen Sie die Einstellungen auf beiden Seiten. ${retried}`,
  'mqtt-ca-unreadable': ({ file, settings }) =>
    `Die CA-Datei ${file} lässt sich nicht lesen. Prüfen Sie ${settings}_CA und die Rechte der Datei. ${retried}`,
};

export function mqttReasonGerman(cause: MqttReason): string | undefined {
  const text = texts[cause.code] as string | ((data: MqttReason) => string) | undefined;
  return typeof text === 'function' ? text(cause) : text;
}
