import type { EnrolmentTexts } from '../../en/board/enrolment.ts';

/** What the board says about adding devices and their credentials, in German. */
export const enrolmentGerman: EnrolmentTexts = {
  add: 'Gerät hinzufügen',
  title: 'Zugangsdaten',
  addTitle: 'Gerät hinzufügen',
  name: 'Name',
  nameHint: 'Zum Beispiel „Raum 3“. Daraus entsteht die Kennung.',
  getCode: 'Code anfordern',
  newCode: 'Neuen Code anfordern',
  kind: 'Art des Geräts',
  kinds: { plotter: 'Plotter', station: 'Station' },
  code: 'Code',
  remaining: (time) => `Noch ${time} gültig, für ein Gerät.`,
  expired: 'Dieser Code ist abgelaufen.',
  run: 'Führen Sie dies am Gerät aus, als Benutzer des Dienstes:',
  scan: 'Oder scannen Sie ihn: mit einem Scanner am Gerät oder mit einem Telefon, das dort angemeldet ist.',
  scanLabel: 'Der Befehl als QR-Code',
  restart: 'Starten Sie dann den Dienst neu. Diese Seite bemerkt, wenn das Gerät beigetreten ist.',
  local: (host) =>
    `Diese Seite ist unter ${host} geöffnet. Verwenden Sie auf einem anderen Rechner die Adresse von diesem.`,
  joined: (name, id) => `${name} ist als ${id} beigetreten.`,
  joinedNext: 'Starten Sie jetzt den Dienst neu. Dann erscheint das Gerät in der Liste.',
  online: 'Der Dienst ist verbunden.',
  another: 'Weiteres hinzufügen',
  done: 'Fertig',
  noCredentials: 'Die Geräte dieser Flotte brauchen keine Zugangsdaten.',
  startDevice: 'Starten Sie ein Gerät mit der Adresse des NATS-Servers:',
  forOthers:
    'Der NATS-Server ist nur für diesen Rechner da. Für andere Geräte, mit TLS und Zugangsdaten, starten Sie die Übersicht so:',
  none: 'Noch hat kein Gerät Zugangsdaten.',
  search: 'Geräte mit Zugangsdaten suchen',
  nothingFound: 'Kein Gerät passt.',
  since: (when) => `Beigetreten ${when}`,
  revoked: (when) => `Widerrufen ${when}`,
  states: { online: 'Online', offline: 'Offline', revoked: 'Widerrufen' },
  revoke: 'Widerrufen',
  revokeLabel: (name) => `Zugangsdaten von ${name} widerrufen`,
  revokeTitle: (name) => `Zugangsdaten von ${name} widerrufen?`,
  revokeText: (id) =>
    `${id} wird sofort getrennt und danach abgewiesen. Seine Aufträge bleiben in der Warteschlange und können anderswo neu gezeichnet werden. Das lässt sich nicht rückgängig machen: Das Gerät muss mit einem neuen Code unter einer anderen Kennung beitreten.`,
  revokeDone: (name) => `Die Zugangsdaten von ${name} sind widerrufen.`,
};
