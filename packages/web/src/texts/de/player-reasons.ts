import type { PlayerReason } from '@stationery/client';

const connectionFailures: Record<Extract<PlayerReason, { code: 'stream-unreachable' }>['cause'], string> = {
  'unknown-name': 'Kein Server hat diesen Namen',
  refused: 'Der Server lehnt die Verbindung ab',
  'no-answer': 'Der Server antwortet nicht',
  'no-route': 'Es gibt keine Verbindung dorthin',
  certificate: 'Sein Zertifikat ist nicht gültig',
  'not-http': 'Seine Antwort ist kein gültiges HTTP',
  broken: 'Die Verbindung ist abgebrochen',
};

/** The type requires a text for each code. */
const texts: {
  [C in PlayerReason['code']]: string | ((data: Extract<PlayerReason, { code: C }>) => string);
} = {
  'player-not-set':
    'Es ist kein Player eingerichtet. Setzen Sie STATION_PLAYER und starten Sie die Station neu.',
  'player-missing':
    'Der Player mpv ist nicht installiert. Installieren Sie ihn („sudo apt install mpv“), oder setzen Sie STATION_PLAYER=browser.',
  'player-stopped': 'Der Player ist abgebrochen. Er wird von selbst neu gestartet.',
  'player-silent': 'Der Player antwortet nicht. Er wird von selbst neu gestartet.',
  'mpd-unreachable': ({ address }) =>
    `MPD ist unter ${address} nicht erreichbar. Prüfen Sie, ob er läuft und ob STATION_PLAYER seine Adresse nennt; die Station versucht es weiter.`,
  'mpd-refused': ({ message }) =>
    `MPD hat einen Befehl abgelehnt: ${message}. Prüfen Sie seine Konfiguration.`,
  'mpd-needs-open-files':
    'MPD kann von einer Station mit Zugangstoken keine Dateien lesen. Benutzen Sie einen anderen Player, oder kein Token.',
  'sound-device-failed':
    'Der Player kann kein Tongerät öffnen. Schließen Sie eines an, und prüfen Sie, ob der Benutzer der Station in der Gruppe „audio“ ist.',
  'output-missing': ({ name }) =>
    `Der Ausgang „${name}“ ist nicht benutzbar. Bis er wieder da ist, spielt der Standard. Prüfen Sie, ob er verbunden und eingeschaltet ist, oder wählen Sie einen anderen.`,
  'page-not-open': 'Der Browser ist der Player, und keine Seite ist offen. Öffnen Sie die Seite der Station.',
  'page-blocked': 'Der Browser spielt Ton erst nach einem Klick auf die Seite. Wählen Sie dort „Abspielen“.',
  'file-not-playable': ({ filename }) =>
    `„${filename}“ kann nicht abgespielt werden. Prüfen Sie, ob es eine unbeschädigte Tondatei ist.`,
  'file-removed': ({ filename }) => `„${filename}“ wurde von der Karte entfernt.`,
  'card-removed': 'Die Karte wurde entfernt. Stecken Sie sie wieder ein.',
  'playlist-file-missing': ({ filename }) =>
    `„${filename}“ gehört zu diesem Tag und ist nicht auf der Karte. Die anderen Dateien werden abgespielt.`,
  'tag-file-missing': ({ filename }) =>
    `„${filename}“ gehört zu diesem Tag und ist nicht auf der Karte. Wählen Sie eine Datei für den Tag.`,
  'tag-not-bound': ({ serial }) => `Zum Tag ${serial} gehört keine Datei. Wählen Sie eine.`,
  'quiet-hours': ({ until }) => `Ruhezeit: Bis ${until} Uhr spielt nichts. Die Grenzen lassen sich ändern.`,
  'minutes-used': ({ minutes }) =>
    `Die Grenze von ${minutes} min am Tag ist erreicht. Die Grenzen lassen sich ändern.`,
  'shutdown-unavailable':
    'Die Station darf dieses Gerät nicht ausschalten. Das kann sie nur, wenn sie als Dienst ihres Pakets läuft und daneben kein Plotterdienst.',
  'stream-needs-cable': 'Streams brauchen ein Netzwerkkabel. Schließen Sie eines an die Station an.',
  'stream-unreachable': ({ address, cause }) =>
    `${address} ist nicht erreichbar: ${connectionFailures[cause]}. Prüfen Sie die Adresse des Streams und die Verbindung zum Internet.`,
  'stream-refused': ({ address, status }) =>
    `HTTP-Status ${status} von ${address}. Prüfen Sie die Adresse des Streams.`,
  'stream-local': ({ address }) =>
    `Von ${address} wird nicht gespielt, denn das ist in einem lokalen Netz. Streams kommen nur aus dem Internet.`,
  'stream-redirects': ({ address }) =>
    `${address} leitet zu oft weiter. Geben Sie die Adresse des Streams selbst an.`,
  'stream-not-audio': ({ address, type }) =>
    `Was ${address} sendet${type && ` (${type})`}, lässt sich nicht abspielen. Geben Sie die Adresse des Streams an, nicht die einer Webseite.`,
  'stream-no-episodes': ({ address }) =>
    `Der Feed von ${address} enthält keine Folgen. Prüfen Sie die Adresse des Podcasts.`,
  'stream-ended': ({ address }) => `Der Stream von ${address} ist zu Ende. Legen Sie den Tag erneut auf.`,
  'stream-too-slow': ({ address }) =>
    `Der Stream von ${address} sendet zu wenig zum Abspielen. Versuchen Sie es später noch einmal.`,
  'streams-full': 'Zu viele Player lesen Streams von dieser Station. Schließen Sie einige Seiten.',
  'tag-random':
    'Dieser Tag ändert bei jeder Berührung seine Nummer, wie Telefone und Bankkarten. Er kann nicht hinzugefügt werden. Nehmen Sie einen anderen.',
  'tag-unknown': ({ serial }) => `Der Tag ${serial} ist nicht bekannt. Fügen Sie ihn hinzu.`,
};

export function playerReasonGerman(reason: PlayerReason): string | undefined {
  const text = Object.hasOwn(texts, reason.code) ? texts[reason.code] : undefined;
  return typeof text === 'function' ? (text as (data: PlayerReason) => string)(reason) : text;
}
