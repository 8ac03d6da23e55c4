import { bundledTexts } from './catalogue.ts';

const recordEnglish = {
  for: 'For the tag',
  intro: 'Speak a hand’s width from the microphone, for up to 5 minutes.',
  record: 'Record',
  stop: 'Stop',
  time: (at: string, all: string) => `Recording, ${at} of ${all}`,
  file: 'Choose a recording',
  insecure: 'Browsers allow the microphone only on a secure page.',
  insecureGo: 'Open the secure page',
  insecureGoText:
    'The browser warns once about the certificate of the station; continue there, then record. Or use the recorder of this device.',
  insecureText: 'Open this page with https://, or use the recorder of this device.',
  again: 'Record again',
  listen: 'Listen',
  start: 'Start',
  end: 'End',
  length: (length: string) => `Length ${length}. Drag the lines to cut the start and the end.`,
  name: 'Name of the file',
  defaultName: 'Message',
  saving: (percent: string) => `Saving, ${percent}`,
  refused:
    'The browser may not use the microphone. Allow it in the browser’s settings for this page, then try again.',
  missing: 'This device has no microphone. Connect one, then try again.',
  busy: 'The microphone does not work. Close other programs that use it, then try again.',
  silent: 'The recording is silent. Check that the microphone is on, then try again.',
  tooLong: 'This recording is longer than 5 minutes. Choose a shorter one.',
  unreadable: 'This recording can’t be read. Choose a different file, such as MP3, M4A or WAV.',
};

const recordGerman: typeof recordEnglish = {
  for: 'Für den Tag',
  intro: 'Sprechen Sie eine Handbreit vor dem Mikrofon, bis zu 5 Minuten lang.',
  record: 'Aufnehmen',
  stop: 'Stopp',
  time: (at, all) => `Aufnahme, ${at} von ${all}`,
  file: 'Aufnahme wählen',
  insecure: 'Browser erlauben das Mikrofon nur auf einer sicheren Seite.',
  insecureGo: 'Sichere Seite öffnen',
  insecureGoText:
    'Der Browser warnt einmal vor dem Zertifikat der Station; fahren Sie dort fort und nehmen Sie dann auf. Oder benutzen Sie die Aufnahme-App dieses Geräts.',
  insecureText: 'Öffnen Sie diese Seite mit https://, oder benutzen Sie die Aufnahme-App dieses Geräts.',
  again: 'Neu aufnehmen',
  listen: 'Anhören',
  start: 'Anfang',
  end: 'Ende',
  length: (length) => `Länge ${length}. Ziehen Sie die Linien, um Anfang und Ende zu kürzen.`,
  name: 'Name der Datei',
  defaultName: 'Nachricht',
  saving: (percent) => `Speichern, ${percent}`,
  refused:
    'Der Browser darf das Mikrofon nicht benutzen. Erlauben Sie es in den Einstellungen des Browsers für diese Seite und versuchen Sie es noch einmal.',
  missing: 'Dieses Gerät hat kein Mikrofon. Schließen Sie eines an und versuchen Sie es noch einmal.',
  busy: 'Das Mikrofon funktioniert nicht. Schließen Sie andere Programme, die es benutzen, und versuchen Sie es noch einmal.',
  silent:
    'Die Aufnahme ist still. Prüfen Sie, ob das Mikrofon eingeschaltet ist, und versuchen Sie es noch einmal.',
  tooLong: 'Diese Aufnahme ist länger als 5 Minuten. Wählen Sie eine kürzere.',
  unreadable:
    'Diese Aufnahme kann nicht gelesen werden. Wählen Sie eine andere Datei, etwa MP3, M4A oder WAV.',
};

export const recordTexts = bundledTexts({ en: recordEnglish, de: recordGerman });
