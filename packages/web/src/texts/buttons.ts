import { bundledTexts } from './catalogue.ts';

const buttonsEnglish = {
  saved: 'Buttons saved.',
  press: 'Press a button or turn a knob now',
  pressText: 'It appears here. Buttons do nothing else while this dialog is open.',
  devices: (names: string) => `Connected: ${names}`,
  noDevices: 'No button, keyboard or remote is connected to the station. Connect one; it is found at once.',
  unreadable: (names: string) =>
    `The station is not allowed to read ${names}. Add its user to the group “input”, then restart the station.`,
  list: 'Buttons and what they do',
  key: (code: string) => `Key ${code}`,
  knob: (code: string, isUp: boolean) => `Knob ${code}, turned ${isUp ? 'right' : 'left'}`,
  action: (control: string) => `Action of ${control}`,
  remove: (control: string) => `Remove ${control}`,
};

const buttonsGerman: typeof buttonsEnglish = {
  saved: 'Tasten gespeichert.',
  press: 'Drücken Sie jetzt eine Taste, oder drehen Sie einen Knopf',
  pressText: 'Sie erscheint hier. Solange dieser Dialog offen ist, lösen Tasten nichts aus.',
  devices: (names) => `Angeschlossen: ${names}`,
  noDevices:
    'An der Station ist keine Taste, Tastatur oder Fernbedienung angeschlossen. Schließen Sie eine an; sie wird sofort gefunden.',
  unreadable: (names) =>
    `Die Station darf ${names} nicht lesen. Nehmen Sie ihren Benutzer in die Gruppe „input“ auf, und starten Sie die Station neu.`,
  list: 'Tasten und was sie tun',
  key: (code) => `Taste ${code}`,
  knob: (code, isUp) => `Drehknopf ${code}, nach ${isUp ? 'rechts' : 'links'}`,
  action: (control) => `Aktion von ${control}`,
  remove: (control) => `${control} entfernen`,
};

export const buttonsTexts = bundledTexts({ en: buttonsEnglish, de: buttonsGerman });
