import type { MqttReason } from '@stationery/client';

const retried = 'Es wird weiter versucht.';

/** A text for each code; one that is missing is a type error. */
const texts: {
  [C in MqttReason['code']]: string | ((data: Extract<MqttReason, { code: C }>) => string);
} = {
  'mqtt-unreachable': ({ address }) =>
    `Der MQTT-Broker ${address} ist nicht erreichbar. Prüfen Sie, ob er läuft und ob die Adresse stimmt. ${retried}`,
  'mqtt-login-refused': ({ address }) =>
    `Der MQTT-Broker ${address} hat Benutzername oder Passwort abgelehnt. Ändern Sie die Einstellungen. ${retried}`,
  'mqtt-not-allowed': ({ topic }) =>
    `Der MQTT-Broker erlaubt diesem Benutzer das Topic ${topic} nicht. Erlauben Sie es in den Einstellungen des Brokers.`,
  'mqtt-tls-failed': ({ address, message }) =>
    `Die TLS-Verbindung zum MQTT-Broker ${address} ist gescheitert: ${message}. Prüfen Sie sein Zertifikat und die Einstellung für die CA.`,
  'mqtt-lost': ({ address }) => `Die Verbindung zum MQTT-Broker ${address} ist abgebrochen. ${retried}`,
  'mqtt-refused': ({ address, message }) =>
    `Der MQTT-Broker ${address} hat die Verbindung abgelehnt: ${message}. Prüfen Sie die Einstellungen auf beiden Seiten. ${retried}`,
  'mqtt-ca-unreadable': ({ file }) =>
    `Die CA-Datei ${file} lässt sich nicht lesen. Prüfen Sie die Einstellung und die Rechte der Datei.`,
};

export function mqttReasonGerman(cause: MqttReason): string | undefined {
  const text = texts[cause.code] as string | ((data: MqttReason) => string) | undefined;
  return typeof text === 'function' ? text(cause) : text;
}
