import type { CollectionCode, ReadOnlyCode, StationTexts } from '../en/station.ts';
import { form, number, plural } from '../format.ts';
import { firmwareReasonGerman } from './firmware-reasons.ts';
import { playerReasonGerman } from './player-reasons.ts';
import { plotReasonGerman } from './plot-reasons.ts';
import { readerReasonGerman } from './reader-reasons.ts';

const files = (count: number) => plural(count, { one: 'Datei', other: 'Dateien' });
const tags = (count: number) => plural(count, { one: 'NFC-Tag', other: 'NFC-Tags' });

const losing = (count: number) =>
  form(count, {
    one: '1 Tag hat jetzt keine Datei.',
    other: `${number(count)} Tags haben jetzt keine Datei.`,
  });

export const stationGerman: StationTexts = {
  kind: 'Basisstation',
  loading: 'Laden …',
  kiosk: 'Bildschirm für Besucher',
  settings: 'Einstellungen',
  sections: 'Bereiche',
  name: {
    edit: 'Station umbenennen',
    label: 'Name der Station',
    saved: (name) => `Die Station heißt jetzt „${name}“.`,
    serial: 'Seriennummer',
  },
  card: {
    label: 'Platz auf der Karte',
    used: (used, size) => `${used} von ${size} belegt`,
    free: (free) => `${free} frei`,
    missing: 'Keine Karte',
    missingNext: 'Diese Seite aktualisiert sich, sobald eine da ist.',
    readOnly: 'Die Karte ist schreibgeschützt',
    readOnlyWhy: (code) => code && readOnlyGerman[code],
    labelFolder: 'Platz auf dem Datenträger des Kartenordners',
    folder:
      'Die Karte ist ein Ordner auf diesem Rechner. Angezeigt wird der Platz auf dem ganzen Datenträger.',
  },
  collection: {
    importing: (folder) => `Die Sammlung „${folder}“ auf der Karte wird importiert …`,
    imported: ({ folder, files: added, tags: set, kept }) =>
      `Sammlung „${folder}“ importiert: ${files(added)}, ${tags(set)}.${
        kept === 0 ? '' : ` ${tags(kept)} mit anderen Angaben beibehalten.`
      }`,
    refused: (folder) => `Die Sammlung „${folder}“ auf der Karte wurde nicht importiert.`,
    refusedWhy: (code) => collectionGerman[code],
  },
  files: {
    title: 'Dateien',
    count: files,
    add: 'Hinzufügen',
    addFolder: 'Ordner hinzufügen',
    back: 'Zurück',
    openFolder: (folder) => `„${folder}“ öffnen`,
    dropNow: 'Loslassen zum Hochladen',
    emptyTitle: 'Die Karte ist leer',
    empty: 'Ziehen Sie Dateien auf diese Seite oder wählen Sie sie aus. Musik, Bilder, was Sie möchten.',
    search: 'Dateien suchen',
    searchPlaceholder: 'Nach Namen suchen',
    nothingFound: (words) => `Kein Dateiname enthält „${words}“.`,
    found: (count, all) => `${number(count)} von ${files(all)} gefunden`,
    sort: 'Sortieren nach',
    order: { newest: 'Neueste', name: 'Name', size: 'Größe' },
    audio: (name) => `„${name}“ hier anhören`,
    video: (name) => `„${name}“ hier ansehen`,
    playThere: 'Auf der Station abspielen',
    preview: (name) => `Vorschau von „${name}“`,
    download: 'Herunterladen',
    more: (name) => `Weitere Aktionen für „${name}“`,
    rename: 'Umbenennen',
    renameTitle: (name) => `„${name}“ umbenennen`,
    renamed: (name) => `In „${name}“ umbenannt.`,
    bindTo: 'Tag wählen',
    remove: 'Löschen',
    removed: (name, tagCount) =>
      tagCount === 0 ? `„${name}“ gelöscht.` : `„${name}“ gelöscht. ${losing(tagCount)}`,
    removeFailed: (name, why) => `„${name}“ wurde nicht gelöscht. ${why}`,
    boundTo: tags,
    onReader: 'auf dem Leser',
    selectMany: 'Auswählen',
    selectAll: 'Alle auswählen',
    selectionLabel: 'Ausgewählte Dateien',
    select: (name) => `„${name}“ auswählen`,
    selected: (count) => `${number(count)} ausgewählt`,
    bindAsPlaylist: 'Tag wählen',
    removedMany: (count, tagCount) =>
      tagCount === 0 ? `${files(count)} gelöscht.` : `${files(count)} gelöscht. ${losing(tagCount)}`,
    notPlayable: (ending) =>
      ending === '' ? 'Kann hier nicht abgespielt werden' : `.${ending} kann hier nicht abgespielt werden`,
  },
  uploads: {
    title: 'Uploads',
    progress: (name) => `Hochladen von „${name}“`,
    waiting: 'In der Warteschlange',
    sending: (part, speed, left) => `${part} · ${speed} · noch ${left}`,
    beginning: 'Startet …',
    finishing: 'Gesendet. Die Station speichert die Datei …',
    keepsBreaking:
      'Die Verbindung ist mehrmals abgebrochen. Gehen Sie näher an die Station und versuchen Sie es noch einmal.',
    noConnection: 'Unterbrochen. Beginnt von vorn, sobald die Verbindung wieder da ist.',
    cancel: (name) => `Hochladen von „${name}“ abbrechen`,
    cancelled: (name) => `Hochladen von „${name}“ abgebrochen.`,
    retry: (name) => `„${name}“ noch einmal hochladen`,
    dismiss: (name) => `„${name}“ aus der Liste entfernen`,
    done: (count) => `${files(count)} hochgeladen.`,
    taken: 'Eine Datei mit diesem Namen ist schon auf der Karte.',
    tooLarge: (free) =>
      `Nicht genug Platz: ${free} frei. Löschen Sie etwas und versuchen Sie es noch einmal.`,
    tooLargeBeside: (free) =>
      `Nicht genug Platz: ${free} frei, und die alte Datei bleibt, bis die neue vollständig ist. Löschen Sie etwas anderes und versuchen Sie es noch einmal.`,
    replace: 'Ersetzen',
    rename: 'Anderen Namen wählen',
    skip: 'Überspringen',
    renameTitle: 'Anderen Namen wählen',
    renameText: (name) => `„${name}“ ist schon auf der Karte und bleibt, wie es ist.`,
    renameLabel: 'Neuer Name',
    renameDo: 'Hochladen',
    more: (count) => `${files(count)} in der Warteschlange`,
    noneInFolder: (folder) => `„${folder}“ enthält keine Dateien.`,
    tooMany: (most) =>
      `Ein Ordner darf bis zu ${number(most)} Dateien haben. Nur die ersten ${number(most)} werden hochgeladen.`,
  },
  preview: {
    empty: 'Diese Datei ist leer.',
    cut: (shown) => `Die ersten ${shown}.`,
    failed:
      'Diese Datei kann hier nicht angezeigt werden. Laden Sie sie herunter und öffnen Sie sie in einem anderen Programm.',
    loading: 'Laden …',
  },
  player: {
    title: 'Wiedergabe',
    nothing: 'Es wird nichts abgespielt. Legen Sie einen Tag mit einer Datei auf den Leser.',
    nothingYet: 'Noch nichts zum Abspielen. Legen Sie einen Tag mit einer Datei auf den Leser.',
    paused: 'Pausiert',
    play: 'Abspielen',
    pause: 'Pause',
    stop: 'Stopp',
    next: 'Nächste Datei',
    volume: 'Lautstärke',
    percent: (percent) => `${percent} %`,
    position: 'Position',
    place: (position, count) => `Datei ${number(position)} von ${number(count)}`,
    settings: 'Einstellungen der Wiedergabe',
    buttons: 'Tasten',
    limits: 'Grenzen',
    sleep: 'Einschlaftimer',
    sleepIn: (minutes) => `${minutes} min`,
    sleeps: (minutes) => `Einschlaftimer: Pause in ${minutes} min`,
    previous: 'Vorherige Datei',
    sleepAfterFile: 'Nach dieser Datei',
    sleepsAfterFile: 'Einschlaftimer: endet nach dieser Datei',
    sleepOff: 'Ausschalten',
    time: (at, all) => (all === undefined ? at : `${at} von ${all}`),
    reason: playerReasonGerman,
  },
  tags: {
    title: 'NFC-Tags',
    count: tags,
    emptyTitle: 'Noch keine Tags',
    empty:
      'Fügen Sie einen Tag hinzu und wählen Sie eine Datei dafür. Danach spielt jede Berührung mit dem Leser diese Datei ab.',
    add: 'Tag hinzufügen',
    model: { mifare: 'MIFARE', mifare_classic: 'MIFARE Classic' },
    nothing: 'Keine Datei',
    choose: 'Datei wählen',
    change: 'Datei ändern',
    unbind: 'Datei entfernen',
    more: (serial) => `Weitere Aktionen für Tag ${serial}`,
    onReader: 'Auf dem Leser',
    dropHere: 'Loslassen, um diese Datei zu wählen',
    bound: (file) => `„${file}“ für den Tag gewählt.`,
    unbound: 'Datei vom Tag entfernt.',
    boundPlaylist: (count) => `${files(count)} für den Tag gewählt.`,
    restored: 'Wiederhergestellt.',
    album: (folder) => `Ordner „${folder}“`,
    playlist: (first, more) => `${first} und ${number(more)} weitere`,
    actions: {
      volume_up: () => 'Lauter',
      volume_down: () => 'Leiser',
      next: () => 'Nächste Datei',
      previous: () => 'Vorige Datei',
      forward: (seconds) => `Vor ${seconds} s`,
      back: (seconds) => `Zurück ${seconds} s`,
      pause: () => 'Pause oder weiter',
      stop: () => 'Stopp',
      sleep: (minutes) => `Einschlaftimer, ${minutes} min`,
      shut_down: () => 'Ausschalten',
    },
    statistics: 'Statistik',
    edit: 'Tag bearbeiten',
    replace: 'Verlorenen Tag ersetzen',
    replaced: (name) => `„${name}“ hat jetzt einen anderen Tag.`,
    forget: 'Tag vergessen',
    forgetTitle: (name) => `„${name}“ vergessen?`,
    forgetText: 'Name, Notiz und Wirkung gehen verloren. Die Dateien bleiben auf der Karte.',
    forgotten: (name) => `„${name}“ vergessen.`,
    missing: (count) => `${files(count)} nicht auf der Karte`,
    search: 'Tags suchen',
    sort: 'Sortieren nach',
    order: { newest: 'Neueste', name: 'Name', file: 'Datei' },
    found: (count, all) => `${number(count)} von ${tags(all)} gefunden`,
    reader: {
      starting: 'Der Leser startet …',
      ready: 'Leser bereit. Halten Sie einen Tag daran.',
      inUse: 'Ein Tag liegt auf dem Leser.',
      failed: 'Der Leser funktioniert nicht.',
      reason: readerReasonGerman,
    },
    unknown: (name) => (name === undefined ? 'Unbekannter Tag' : `Unbekannter Tag „${name}“`),
    addThis: 'Hinzufügen',
    random:
      'Dieser Tag ändert bei jeder Berührung seine Nummer, wie Telefone und Bankkarten. Er kann nicht hinzugefügt werden.',
  },
  addTag: {
    title: 'Tag hinzufügen',
    hold: 'Halten Sie den neuen Tag an den Leser',
    holdText: 'Flach und ruhig, bis er erkannt ist.',
    left: (seconds) => `noch ${seconds} s`,
    leftLabel: 'Verbleibende Zeit',
    known: 'Dieser Tag ist schon hinzugefügt. Nehmen Sie ihn weg und halten Sie einen neuen an den Leser.',
    done: 'Hinzugefügt',
    doneText: (count) =>
      form(count, {
        one: 'Wählen Sie jetzt eine Datei für diesen Tag.',
        other: 'Wählen Sie jetzt eine Datei für jeden NFC-Tag.',
      }),
    another: 'Weiteren hinzufügen',
    inARow: 'Viele nacheinander hinzufügen',
    addedSoFar: (count) => `${tags(count)} hinzugefügt, zuletzt:`,
    finish: 'Fertig',
    choose: 'Datei wählen',
    later: 'Später',
    none: 'Kein neuer Tag gefunden',
    noneText: 'Halten Sie den Tag direkt an den Leser, nicht auf Metall, und versuchen Sie es noch einmal.',
    failed: 'Der Tag wurde nicht hinzugefügt',
  },
  fileChoice: {
    search: 'Nach Namen suchen',
    found: (count, shown) =>
      count > shown ? `${number(shown)} von ${files(count)}. Suchen Sie nach den anderen.` : files(count),
  },
  choose: {
    title: 'Datei für diesen Tag wählen',
    titleForFile: (name) => `Tag für „${name}“ wählen`,
    folder: 'Ordner',
    folderText: 'Der Tag spielt alle Dateien im Ordner, auch später hinzugefügte.',
    titleForFiles: (count) => `Tag für ${files(count)} wählen`,
    tooMany: (most) => `Ein Tag spielt bis zu ${number(most)} Dateien: die ersten davon werden genommen.`,
    titleReplace: (name) => `Welcher Tag ersetzt „${name}“?`,
    replaceText:
      'Name, Notiz und Dateien gehen auf ihn über, der verlorene wird vergessen. Legen Sie den neuen Tag auf den Leser, oder wählen Sie ihn hier.',
    noReplacement: 'Es gibt noch keinen unbenutzten Tag. Legen Sie den neuen auf den Leser.',
    noFiles: 'Es sind noch keine Dateien auf der Karte. Fügen Sie zuerst eine hinzu.',
    noTags: 'Es gibt noch keine Tags. Fügen Sie zuerst einen hinzu.',
  },
  samples: {
    offer: 'Mit Beispielklängen und -Tags ausprobieren',
    offerText:
      'Fügt drei kurze Klänge und je einen Tag hinzu, den Sie auf den simulierten Leser legen können.',
    offerSounds: 'Beispielklänge hinzufügen',
    offerSoundsText:
      'Fügt drei kurze Klänge hinzu. Danach fügen Sie einen Tag hinzu und wählen einen Klang dafür.',
    adding: 'Beispiele werden hinzugefügt …',
    readyToTap: 'Fertig. Drücken Sie auf einen Beispiel-Tag, um ihn auf den Leser zu legen.',
    readyToBind:
      'Klänge hinzugefügt. Fügen Sie jetzt einen Tag hinzu, wählen Sie einen Klang dafür und legen Sie ihn auf den Leser.',
    names: { bell: 'Glocken', marimba: 'Marimba', bird: 'Vogelgesang' },
  },
  sampleTags: {
    title: 'Beispiel-Tags',
    text: 'Der Leser ist simuliert. Drücken Sie auf einen Tag, um ihn auf den Leser zu legen, und noch einmal, um ihn wegzunehmen.',
    lay: (name) => `${name} auf den Leser legen`,
    take: (name) => `${name} vom Leser nehmen`,
    names: { fox: 'Fuchs', owl: 'Eule', snail: 'Schnecke', whale: 'Wal', hare: 'Hase', phone: 'Telefon' },
  },
  plots: {
    title: 'Zeichnungen von Tags',
    states: {
      sending: () => 'Wird gesendet',
      waiting: () => 'In der Warteschlange',
      plotting: (percent) => `Zeichnet, ${percent} %`,
      paused: (percent) => (percent === 0 ? 'Wartet' : `Wartet bei ${percent} %`),
      done: () => 'Fertig',
      failed: () => 'Nicht fertig',
      refused: () => 'Nicht eingereiht',
    },
    reason: plotReasonGerman,
  },
  firmware: {
    title: 'Firmware',
    unsigned: 'Diese Station installiert unsignierte Firmware. Nur für die Entwicklung verwenden.',
    none: 'Um hier Updates zu installieren, starten Sie die Station mit „stationery launch“.',
    choose: 'Aktualisieren …',
    progress: 'Hochladen der Firmware',
    sending: (part, speed) => `Senden, ${part} · ${speed}`,
    checking: 'Prüfen und installieren …',
    installed: (version) => `${version} ist installiert. Die Station startet jetzt neu.`,
    trial: 'Die neue Version wird getestet. Wenn sie versagt, wird die vorige wiederhergestellt.',
    last: 'Letztes Update',
    never: 'Noch keine Updates.',
    committed: (version) => `${version} wurde installiert.`,
    rolledBack: (version) => `${version} ist gescheitert; die vorige Version wurde wiederhergestellt.`,
    failed: (version) => `${version} wurde nicht installiert.`,
    anUpdate: 'Ein Update',
    failedNow: 'Das Update wurde nicht installiert',
    reason: firmwareReasonGerman,
  },
};

const readOnlyGerman: Record<ReadOnlyCode, string> = {
  locked:
    'Die Karte ist gesperrt. Nehmen Sie sie heraus, schieben Sie die Sperre an ihr oder ihrem Adapter zurück und legen Sie sie wieder ein.',
  damaged:
    'Das Dateisystem der Karte hat Fehler; deshalb lässt das System sie nur noch lesen. Nehmen Sie sie heraus und legen Sie sie wieder ein, damit sie repariert wird.',
  mounted:
    'Die Karte ist nur zum Lesen eingehängt. Hängen Sie sie zum Schreiben ein; ist sie beschädigt, reparieren Sie sie zuerst.',
};

const collectionGerman: Record<CollectionCode, string> = {
  'collection-damaged': 'Sie ist beschädigt. Exportieren Sie sie noch einmal.',
  'collection-newer': 'Sie stammt von einer neueren Version. Aktualisieren Sie zuerst die Station.',
  'collection-other-device': 'Das ist die Sicherung eines Plotters.',
  'collection-conflict':
    'Auf der Karte sind Dateien mit gleichem Namen und anderem Inhalt. Benennen Sie diese um oder löschen Sie sie, und stecken Sie die Karte noch einmal ein.',
  'collection-too-many':
    'Mit ihr hätten alle Tags zusammen zu viele Dateien. Entfernen Sie Dateien von Tags der Station, und stecken Sie die Karte noch einmal ein.',
  'collection-failed': 'Der Import wurde nicht abgeschlossen. Stecken Sie die Karte noch einmal ein.',
  'card-missing': 'Die Karte wurde entfernt. Stecken Sie sie noch einmal ein.',
  'card-failed': 'Die Karte lässt sich nicht lesen oder beschreiben. Versuchen Sie eine andere.',
  'card-read-only': 'Die Karte ist schreibgeschützt.',
  'card-full': 'Die Karte ist voll. Löschen Sie eine Datei, und stecken Sie die Karte noch einmal ein.',
};
