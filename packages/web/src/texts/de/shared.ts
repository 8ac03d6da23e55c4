import type { MqttReason } from '@stationery/client';
import type { SharedTexts } from '../en/shared.ts';
import { refusalsGerman } from './refusals.ts';

const retried = 'Es wird weiter versucht.';

/** The type requires a text for each code. */
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

function mqttReasonGerman(cause: MqttReason): string | undefined {
  const text = texts[cause.code] as string | ((data: MqttReason) => string) | undefined;
  return typeof text === 'function' ? text(cause) : text;
}

export const sharedGerman: SharedTexts = {
  close: 'Schließen',
  loading: 'Laden …',
  notLoaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie, ob der Dienst läuft, und laden Sie die Seite neu.',
  cancel: 'Abbrechen',
  save: 'Speichern',
  undo: 'Rückgängig',
  tryAgain: 'Noch einmal versuchen',
  tryNow: 'Jetzt versuchen',
  menu: 'Menü',
  connectPhone: 'Telefon verbinden',
  saveEverything: 'Alles sichern …',
  restore: 'Wiederherstellen …',
  tooLong: (now, most) => `Zu lang: ${now} von höchstens ${most}.`,
  theme: { title: 'Farben', auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  language: {
    title: 'Sprache',
    failed:
      'Die Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
  pages: { station: 'Basisstation', plotter: 'Stiftplotter' },
  description: 'API-Dokumentation',
  connection: { connecting: 'Verbinden …', live: 'Live', lost: 'Offline', reconnecting: 'Neu verbinden …' },
  banner: {
    lost: 'Verbindung verloren.',
    refused: 'Diese Seite hat keinen Zugriff.',
    never: 'Keine Antwort.',
    asItWas: 'Sie sehen den letzten bekannten Stand.',
    retryIn: (seconds: number) =>
      seconds < 1 ? 'Neuer Versuch läuft.' : `Nächster Versuch in ${seconds} s.`,
    retrying: 'Neuer Versuch läuft.',
  },
  mqtt: { failed: 'Keine Verbindung zu MQTT.', reason: mqttReasonGerman },
  token: {
    title: 'Zugangstoken eingeben',
    explanation:
      'Dieses Gerät ist mit einem Zugangstoken geschützt. Der Browser merkt es sich für diese Adresse.',
    label: 'Zugangstoken',
    wrong: 'Das Zugangstoken ist falsch. Prüfen Sie auch Groß- und Kleinschreibung.',
    give: 'Entsperren',
  },
  refusal: (code) => (Object.hasOwn(refusalsGerman, code) ? refusalsGerman[code] : undefined),
  errors: {
    token: 'Das Zugangstoken fehlt oder ist falsch. Laden Sie die Seite neu und geben Sie es ein.',
    noAnswer:
      'Keine Antwort. Prüfen Sie, ob das Gerät an ist und Sie in seinem Netz sind, und versuchen Sie es noch einmal.',
    unreadable:
      'Die Datei ist nicht mehr lesbar. Vielleicht wurde sie verschoben oder geändert. Wählen Sie sie neu aus.',
    unexpected:
      'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu und versuchen Sie es noch einmal.',
    thenTryAgain: 'Versuchen Sie es noch einmal.',
  },
};
