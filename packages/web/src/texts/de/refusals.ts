import type { ErrorCode } from '../en/shared.ts';

const pageOutdated =
  'Die Seite und das Gerät passen nicht zusammen. Laden Sie die Seite neu und versuchen Sie es noch einmal.';
const tryLater = 'Versuchen Sie es in einem Moment noch einmal.';

/** Why a service refuses, by its code. */
export const refusalsGerman: Record<ErrorCode, string> = {
  'malformed-request': pageOutdated,
  'invalid-request': 'Die Angabe ist ungültig. Prüfen Sie sie und versuchen Sie es noch einmal.',
  'resource-mismatch': pageOutdated,
  'read-only-member': pageOutdated,
  'unknown-parameter': pageOutdated,
  'invalid-parameter': pageOutdated,
  'unsupported-media-type': pageOutdated,
  'not-acceptable': pageOutdated,
  'request-too-large': 'Das ist zu groß. Teilen Sie es auf und versuchen Sie es noch einmal.',
  'request-too-slow': 'Die Übertragung war zu langsam und wurde abgebrochen. Versuchen Sie es noch einmal.',
  'headers-too-large': pageOutdated,
  'range-not-satisfiable': pageOutdated,
  'unknown-path': pageOutdated,
  'method-not-allowed': pageOutdated,
  unauthorized: 'Der Zugangscode fehlt oder ist falsch. Laden Sie die Seite neu und geben Sie ihn ein.',
  'cross-site-request': 'Diese Seite darf das Gerät nicht steuern. Öffnen Sie die Seite des Geräts selbst.',
  'wrong-host': 'Unter diesem Namen ist das Gerät nicht erreichbar. Verwenden Sie seine IP-Adresse.',
  'service-stopping': `Der Dienst wird gerade beendet. ${tryLater}`,
  'disk-full': 'Auf dem Datenträger des Geräts ist kein Platz mehr. Geben Sie Platz frei.',
  'unexpected-error': `Im Dienst ist ein Fehler aufgetreten. ${tryLater}`,
  'card-missing': 'Es ist keine Karte eingelegt. Legen Sie sie ein und versuchen Sie es noch einmal.',
  'card-read-only': 'Die Karte ist schreibgeschützt.',
  'card-failed': 'Die Karte kann nicht gelesen oder beschrieben werden. Versuchen Sie eine andere.',
  'card-full': 'Auf der Karte ist kein Platz mehr. Löschen Sie eine Datei und versuchen Sie es noch einmal.',
  'name-taken': 'Eine Datei mit diesem Namen ist schon auf der Karte.',
  'invalid-name':
    'Dieser Dateiname ist nicht erlaubt: höchstens 255 Bytes, keines der Zeichen / \\ : * ? " < > |, kein Punkt am Anfang oder Ende, kein reservierter Name.',
  'invalid-content': 'Der Inhalt der Datei kam beschädigt an. Laden Sie sie noch einmal hoch.',
  'file-too-large': 'Die Datei ist größer, als die Station erlaubt.',
  'file-changed': 'Die Datei auf der Karte wurde inzwischen geändert. Versuchen Sie es noch einmal.',
  'unknown-file': 'Diese Datei ist nicht mehr auf der Karte.',
  'unknown-tag': 'Dieser Tag ist nicht mehr bekannt.',
  'file-not-on-card': 'Diese Datei ist nicht mehr auf der Karte. Wählen Sie eine andere.',
  'reader-unavailable':
    'Der Leser funktioniert nicht. Prüfen Sie sein Kabel und versuchen Sie es noch einmal.',
  'firmware-file-missing': 'Es wurde keine Firmware-Datei gesendet.',
  'firmware-rejected':
    'Diese Datei ist keine Firmware, die diese Station installieren kann. Prüfen Sie, ob sie unbeschädigt und für diese Station signiert ist.',
  'update-running': 'Es läuft schon ein Update. Warten Sie, bis es fertig ist.',
  'port-closed': 'Der Plotter ist nicht verbunden. Verbinden Sie ihn und versuchen Sie es noch einmal.',
  'unknown-port': 'Diesen Anschluss gibt es nicht. Wählen Sie einen anderen.',
  'plotter-not-ready': `Der Plotter ist noch nicht bereit. ${tryLater}`,
  'plotter-busy': 'Der Plotter ist beschäftigt. Pausieren Sie den Auftrag oder brechen Sie ihn ab.',
  'plotter-stopped': 'Der Plotter wurde angehalten.',
  'reply-timeout': 'Der Plotter hat nicht rechtzeitig geantwortet. Prüfen Sie Kabel und Strom.',
  'invalid-command': 'Ein Befehl ist ungültig. Jeder Befehl ist eine Zeile mit höchstens 255 ASCII-Zeichen.',
  'outside-limits': 'Das Ziel liegt außerhalb der Grenzen der Maschine.',
  'unknown-machine': 'Dieses Maschinenprofil gibt es nicht mehr.',
  'machine-in-use': 'Dieses Maschinenprofil wird benutzt. Wählen Sie zuerst ein anderes.',
  'unknown-job': 'Diesen Auftrag gibt es nicht mehr.',
  'wrong-job-state': 'Das geht im jetzigen Zustand des Auftrags nicht.',
  'job-not-resumable': 'Dieser Auftrag kann nicht fortgesetzt werden. Starten Sie ihn von vorn.',
  'commands-lost': 'Ein Teil der Befehle dieses Auftrags ist verloren. Plotten Sie die Datei noch einmal.',
  'position-lost':
    'Die Position des Stifts ist unbekannt. Bringen Sie ihn an den Nullpunkt und bestätigen Sie das.',
  'key-reused': pageOutdated,
  'not-svg': 'Die Datei ist kein SVG.',
  'invalid-drawing': 'Die Zeichnung kann nicht gelesen werden. Speichern Sie sie neu als einfaches SVG.',
  'drawing-too-large': 'Die Zeichnung ist zu groß. Vereinfachen Sie sie und versuchen Sie es noch einmal.',
  'too-many-drawings': `Es werden gerade zu viele Zeichnungen geplant. ${tryLater}`,
};
