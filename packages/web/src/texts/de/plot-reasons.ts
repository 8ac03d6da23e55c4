import type { PlotReason } from '../en/station.ts';

/** The type requires a text for each code. */
const texts: {
  [C in PlotReason['code']]: string | ((data: Extract<PlotReason, { code: C }>) => string);
} = {
  'plotter-off': 'Diese Station hat keinen Plotter. Setzen Sie STATION_PLOTTER und starten Sie sie neu.',
  'plotter-unreachable': ({ address }) =>
    `Unter ${address} ist weder ein Plotterdienst noch ein Board erreichbar. Prüfen Sie, ob der Dienst läuft und ob STATION_PLOTTER seine Adresse nennt.`,
  'plotter-refused': ({ message }) => `Der Plotter hat die Zeichnung abgelehnt: ${message}`,
  'drawing-missing': ({ filename }) =>
    `„${filename}“ ist nicht auf der Karte. Wählen Sie eine Zeichnung für den NFC-Tag.`,
  'drawing-too-large': ({ filename }) =>
    `„${filename}“ ist größer als 16 MiB. Vereinfachen Sie die Zeichnung.`,
  'plot-open': 'Die letzte Zeichnung dieses NFC-Tags ist noch nicht fertig.',
  'plot-too-soon': ({ seconds }) =>
    `Dieser NFC-Tag hat gerade gezeichnet. In ${seconds} s kann er wieder zeichnen.`,
  'plots-full': 'Es warten zu viele Zeichnungen von Tags. Brechen Sie welche auf der Seite des Plotters ab.',
  'plot-needs-sheet':
    'Der Plotter wartet auf ein neues Blatt. Legen Sie es auf und setzen Sie den Auftrag auf der Seite des Plotters fort.',
  'plot-waits': ({ message }) =>
    `Der Plotter wartet. Tun Sie, was er verlangt, und setzen Sie den Auftrag auf seiner Seite fort: ${message}`,
  'plot-ended': ({ message }) => `Der Auftrag ist beendet: ${message}`,
};

export function plotReasonGerman(reason: PlotReason): string | undefined {
  const text = Object.hasOwn(texts, reason.code) ? texts[reason.code] : undefined;
  return typeof text === 'function' ? (text as (data: PlotReason) => string)(reason) : text;
}
