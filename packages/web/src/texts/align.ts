import { bundledTexts } from './catalogue.ts';
import { decimal, number } from './format.ts';

const alignEnglish = {
  open: 'Align to marks …',
  /** The same label for a button with little room. */
  openShort: 'Marks …',
  remove: 'Remove the alignment',
  lies: (degrees: number, scale: number, marks: number) =>
    `Aligned to ${number(marks)} marks: rotated by ${decimal(degrees, 2)}°, scale ${decimal(scale * 100, 2)} %.`,
  outdated: 'The origin or the sheet has changed since the marks were found. Find the marks again.',
  title: 'Align to marks',
  titleOfJob: (name: string) => `Align ${name} to marks`,
  introOfJob:
    'Move the pen to two or three marks on the sheet. The job is then plotted again as the sheet lies.',
  placesOfJob: 'All places are from the machine’s origin.',
  intro:
    'For a second colour, to print and cut, for a sheet that was removed, or to resume after the sheet moved: move the pen to two or three marks on the sheet. The drawing is then placed as the sheet lies.',
  mark: (index: number) => `Mark ${number(index)}`,
  places:
    'Expected places are from the upper left corner of the paper, found places from the machine’s origin.',
  expectedX: 'Expected X, mm',
  expectedY: 'Expected Y, mm',
  foundX: 'Found X, mm',
  foundY: 'Found Y, mm',
  penIsOnIt: 'The pen is on it',
  pick: 'Pick in the picture',
  picking: (index: number) => `Click where mark ${number(index)} is expected. Line ends attract the click.`,
  off: (mm: number) => `${decimal(mm, 2)} mm off`,
  used: 'Used',
  unused: 'Not used yet',
  picture: 'The marks, where they are expected (rings) and where they were found (crosses)',
  turned: (degrees: number) =>
    Math.abs(degrees) < 0.005
      ? 'The sheet is not rotated.'
      : `The sheet is rotated by ${decimal(Math.abs(degrees), 2)}° ${degrees > 0 ? 'clockwise' : 'counterclockwise'}.`,
  scaled: (scale: number) => `Scale ${decimal(scale * 100, 2)} %.`,
  largest: (mm: number, index: number) => `Largest error ${decimal(mm, 2)} mm, at mark ${number(index)}.`,
  check: (index: number) => `This is a lot. Find mark ${number(index)} again.`,
  onlyTwo: 'With two marks, only their distance shows a mistake.',
  offPaper: (index: number) =>
    `Mark ${number(index)} is expected off the paper. Check the size of the paper.`,
  stretched: (mm: number) =>
    `The marks are ${decimal(Math.abs(mm), 2)} mm ${mm > 0 ? 'farther apart' : 'closer together'} than expected. Find them again, unless the sheet was printed at another size.`,
  problems: {
    few: 'Find at least two marks.',
    close: (mm: number, min: number) =>
      `Two marks are only ${decimal(mm, 1)} mm apart. Use marks that are at least ${number(min)} mm apart, best at opposite corners.`,
    size: (mm: number) =>
      `The distances between the marks differ by up to ${decimal(mm, 1)} mm from the expected ones. Check that each was found at its own place.`,
    off: (mm: number, max: number, index: number) =>
      `The marks are up to ${decimal(mm, 1)} mm off; at most ${number(max)} mm is possible. Find mark ${number(index)} again.`,
    outside: (mm: number, index: number) =>
      `Mark ${number(index)} is ${decimal(mm, 1)} mm out of the machine’s reach. Find it again.`,
  },
  apply: 'Align',
};

const alignGerman: typeof alignEnglish = {
  open: 'Ausrichten an Marken …',
  openShort: 'Marken …',
  remove: 'Ausrichtung entfernen',
  lies: (degrees, scale, marks) =>
    `An ${number(marks)} Passmarken ausgerichtet: um ${decimal(degrees, 2)}° gedreht, Größe ${decimal(scale * 100, 2)} %.`,
  outdated:
    'Der Nullpunkt oder das Blatt hat sich geändert, seit die Passmarken gefunden wurden. Suchen Sie sie noch einmal.',
  title: 'An Passmarken ausrichten',
  titleOfJob: (name) => `${name} an Passmarken ausrichten`,
  introOfJob:
    'Bewegen Sie den Stift auf zwei oder drei Passmarken des Blatts. Der Auftrag wird dann noch einmal so gezeichnet, wie das Blatt liegt.',
  placesOfJob: 'Alle Stellen zählen ab dem Nullpunkt der Maschine.',
  intro:
    'Für eine zweite Farbe, zum Drucken und Schneiden, für ein abgenommenes Blatt oder zum Fortsetzen, nachdem das Blatt verrutscht ist: Bewegen Sie den Stift auf zwei oder drei Passmarken des Blatts. Die Zeichnung wird dann so platziert, wie das Blatt liegt.',
  mark: (index) => `Passmarke ${number(index)}`,
  places:
    'Erwartete Stellen zählen ab der linken oberen Ecke des Papiers, gefundene ab dem Nullpunkt der Maschine.',
  expectedX: 'X erwartet, mm',
  expectedY: 'Y erwartet, mm',
  foundX: 'X gefunden, mm',
  foundY: 'Y gefunden, mm',
  penIsOnIt: 'Der Stift steht darauf',
  pick: 'Im Bild wählen',
  picking: (index) =>
    `Klicken Sie dorthin, wo Passmarke ${number(index)} erwartet wird. Enden von Linien ziehen den Klick an.`,
  off: (mm) => `${decimal(mm, 2)} mm daneben`,
  used: 'Verwendet',
  unused: 'Noch nicht verwendet',
  picture: 'Die Passmarken, wo sie erwartet werden (Ringe) und wo sie gefunden wurden (Kreuze)',
  turned: (degrees) =>
    Math.abs(degrees) < 0.005
      ? 'Das Blatt ist nicht gedreht.'
      : `Das Blatt ist um ${decimal(Math.abs(degrees), 2)}° ${degrees > 0 ? 'im Uhrzeigersinn' : 'gegen den Uhrzeigersinn'} gedreht.`,
  scaled: (scale) => `Größe ${decimal(scale * 100, 2)} %.`,
  largest: (mm, index) => `Größter Fehler ${decimal(mm, 2)} mm, bei Passmarke ${number(index)}.`,
  check: (index) => `Das ist viel. Suchen Sie Passmarke ${number(index)} noch einmal.`,
  onlyTwo: 'Bei zwei Passmarken zeigt nur ihr Abstand einen Fehler.',
  offPaper: (index) =>
    `Passmarke ${number(index)} wird neben dem Papier erwartet. Prüfen Sie die Papiergröße.`,
  stretched: (mm) =>
    `Die Passmarken liegen ${decimal(Math.abs(mm), 2)} mm ${mm > 0 ? 'weiter auseinander' : 'enger beieinander'} als erwartet. Suchen Sie sie noch einmal, wenn das Blatt nicht in anderer Größe gedruckt wurde.`,
  problems: {
    few: 'Suchen Sie mindestens zwei Passmarken.',
    close: (mm, min) =>
      `Zwei Passmarken sind nur ${decimal(mm, 1)} mm voneinander entfernt. Verwenden Sie Passmarken mit mindestens ${number(min)} mm Abstand, am besten in gegenüberliegenden Ecken.`,
    size: (mm) =>
      `Die Abstände der Passmarken weichen um bis zu ${decimal(mm, 1)} mm von den erwarteten ab. Prüfen Sie, ob jede an ihrer Stelle gefunden wurde.`,
    off: (mm, max, index) =>
      `Die Passmarken liegen bis zu ${decimal(mm, 1)} mm daneben; höchstens ${number(max)} mm sind möglich. Suchen Sie Passmarke ${number(index)} noch einmal.`,
    outside: (mm, index) =>
      `Passmarke ${number(index)} liegt ${decimal(mm, 1)} mm außerhalb der Reichweite der Maschine. Suchen Sie sie noch einmal.`,
  },
  apply: 'Ausrichten',
};

export const alignTexts = bundledTexts({ en: alignEnglish, de: alignGerman });
