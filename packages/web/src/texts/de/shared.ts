import type { SharedTexts } from '../en/shared.ts';
import { mqttReasonGerman } from './mqtt-reasons.ts';
import { refusalsGerman } from './refusals.ts';

export const sharedGerman: SharedTexts = {
  close: 'Schließen',
  notLoaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie, ob der Dienst läuft, und laden Sie die Seite neu.',
  cancel: 'Abbrechen',
  save: 'Speichern',
  undo: 'Rückgängig',
  tryAgain: 'Noch einmal versuchen',
  tryNow: 'Jetzt versuchen',
  menu: 'Menü',
  tooLong: (now, most) => `Zu lang: ${now} von höchstens ${most}.`,
  theme: {
    title: 'Farben',
    auto: 'Wie das Gerät',
    light: 'Hell',
    dark: 'Dunkel',
  },
  language: {
    title: 'Sprache',
    failed:
      'Die Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
  pages: { station: 'Basisstation', plotter: 'Stiftplotter' },
  description: 'API-Dokumentation',
  connection: {
    connecting: 'Verbinden …',
    live: 'Live',
    lost: 'Offline',
    reconnecting: 'Neu verbinden …',
  },
  banner: {
    lost: 'Verbindung verloren.',
    refused: 'Diese Seite hat keinen Zugriff.',
    never: 'Keine Antwort.',
    asItWas: 'Sie sehen den letzten bekannten Stand.',
    retryIn: (seconds: number) =>
      seconds < 1 ? 'Neuer Versuch läuft.' : `Nächster Versuch in ${seconds} s.`,
    retrying: 'Neuer Versuch läuft.',
  },
  mqtt: {
    failed: 'Keine Verbindung zu MQTT.',
    reason: mqttReasonGerman,
  },
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
