import type { JobCheck, JobReason, NoticeReason } from '@stationery/client';
import type { PlotterTexts } from '../../en/plotter.ts';
import { decimal, number } from '../../format.ts';

const namesOfReaders: Readonly<Record<string, string>> = {
  'No layer': 'Ohne Ebene',
  Drawing: 'Zeichnung',
  'Everything else': 'Alles Übrige',
};

export function penName(name: string): string {
  const [, digits] = /^Pen (\d{1,9})$/.exec(name) ?? [];
  if (digits !== undefined) return `Stift ${digits}`;
  return Object.hasOwn(namesOfReaders, name) ? namesOfReaders[name]! : name;
}

/** Requires a text for each code. */
type Texts<R extends { code: string }> = {
  [C in R['code']]: string | ((data: Extract<R, { code: C }>) => string);
};

type PenChange = Extract<JobReason, { code: 'pen-change' }>;

const checkCable = 'Prüfen Sie Kabel und Stromversorgung.';
const choosePort = 'Wählen Sie den Anschluss des Plotters.';

function penText({ number, count, name, colour }: Omit<PenChange, 'code'>, verb: string): string {
  const isNamed = name.toLowerCase() !== colour.toLowerCase();
  const germanName = penName(name);
  return `Stift ${number} von ${count} ${verb}: ${isNamed ? `${germanName} (${colour})` : colour}`;
}

const askForPen = (pen: Omit<PenChange, 'code'>) => `Setzen Sie ${penText(pen, 'ein')}`;

const jobTexts: Texts<JobReason> = {
  'port-missing': ({ port }) => `An ${port} ist kein Plotter. ${checkCable}`,
  'port-in-use': ({ port }) =>
    `Ein anderes Programm benutzt den Anschluss ${port}. Beenden Sie dieses Programm.`,
  'port-not-allowed': ({ port }) =>
    `Der Dienst darf ${port} nicht öffnen. Nehmen Sie seinen Benutzer in die Gruppe des Anschlusses auf, meist „dialout“, und starten Sie ihn neu.`,
  'port-unreachable': ({ port }) =>
    `Keine Verbindung zu ${port}. Prüfen Sie, ob das Gerät eingeschaltet und im selben Netz ist.`,
  'port-failed': ({ port, message }) => `Der Anschluss ${port} lässt sich nicht öffnen: ${message}`,
  'port-timeout': ({ port, timeoutMs }) =>
    `Der Anschluss ${port} öffnete sich nicht innerhalb von ${number(timeoutMs / 1000)} s.`,
  'port-lost': ({ port }) => `Die Verbindung zu ${port} ist abgebrochen. ${checkCable}`,
  'port-reopened': 'Der Anschluss wurde neu geöffnet, weil der Plotter nicht antwortete.',
  'other-device': ({ port, device }) => `An ${port} ist jetzt ein anderes Gerät (${device}). ${choosePort}`,
  'device-missing': ({ port, device }) => `Das Gerät (${device}) an ${port} ist nicht mehr da. ${checkCable}`,
  'devices-alike': ({ port, count }) =>
    `Es gibt ${number(count)} Geräte wie das, das an ${port} war, aber keines dort. ${choosePort}`,
  disconnected: 'Der Plotter wurde getrennt.',
  'not-connected': 'Der Plotter wurde getrennt. Verbinden Sie ihn zuerst.',
  'board-restarted': 'Die Platine hat neu gestartet.',
  'motor-power-lost': 'Die Motoren waren ohne Strom. Die Position des Stifts ist unbekannt.',
  'homing-unfinished': 'Die Referenzfahrt wurde nicht beendet. Die Position des Stifts ist unbekannt.',
  'limit-switch': 'Ein Endschalter hat die Maschine angehalten.',
  'board-reset': 'Die Platine wurde neu gestartet.',
  'wrong-machine': ({ driver, heard }) =>
    `Die Maschine antwortet nicht wie eine für den Treiber „${driver}“${heard === '' ? '' : ` (sie sagte „${heard}“)`}. Wählen Sie auf der Seite oder mit „stationery plot setup“ aus, welcher Plotter es ist, oder prüfen Sie den Anschluss.`,
  'machine-unidentified':
    'Welcher Plotter ist das? Die Maschine hat es nicht gesagt. Wählen Sie auf der Seite oder mit „stationery plot setup“ aus, welcher Plotter es ist.',
  'firmware-too-old': ({ firmware, needed }) =>
    `Die Firmware der Maschine (${firmware}) ist zu alt. Nötig ist ${needed} oder neuer.`,
  'machine-setting': ({ setting, value, remedy }) =>
    `Die Einstellung ${setting} der Maschine ist ${value}; das kann nicht stimmen. Senden Sie ${remedy}${remedy.endsWith('=') ? ' mit der richtigen Zahl' : ''}.`,
  'machine-alarm': ({ alarm, home, unlock }) =>
    `Die Maschine ist gesperrt (${alarm}). Fahren Sie sie mit ${home} in die Ausgangslage, oder entsperren Sie sie mit ${unlock} und setzen Sie den Nullpunkt neu.`,
  'machine-door': 'Die Tür der Maschine ist offen. Schließen Sie sie und fahren Sie dann fort.',
  'machine-on-hold': 'Die Maschine ist angehalten. Lassen Sie sie weiterfahren, oder stoppen Sie sie.',
  'machine-check-mode':
    'Die Maschine ist im Prüfmodus, in dem sich nichts bewegt. Senden Sie RESET, um ihn zu verlassen.',
  'machine-asleep': ({ home, unlock }) =>
    `Die Maschine schläft. Wecken Sie sie mit RESET; fahren Sie sie dann mit ${home} in die Ausgangslage, oder entsperren Sie sie mit ${unlock} und setzen Sie den Nullpunkt neu.`,
  'machine-halted': ({ message }) =>
    `Die Maschine hat sich abgeschaltet (${message}). Senden Sie RESET oder drücken Sie ihre Reset-Taste, und setzen Sie den Nullpunkt neu.`,
  'motion-unfinished': 'Die Position der Maschine ist unbekannt.',
  'stopped-unsent': 'Der Plotter wurde angehalten, bevor der Befehl gesendet wurde.',
  'stopped-unfinished': ({ command }) =>
    `„${command}“ wurde nicht zu Ende geführt, weil der Plotter angehalten wurde.`,
  'abandoned-unsent': ({ command }) => `„${command}“ wurde aufgegeben, bevor der Befehl gesendet wurde.`,
  abandoned: ({ command }) => `„${command}“ wurde aufgegeben.`,
  unanswered: ({ command }) => `„${command}“ wurde nicht rechtzeitig beantwortet.`,
  'reply-lost': ({ command }) => `Die Antwort auf „${command}“ ging verloren.`,
  'reply-owed': 'Eine Antwort steht noch aus.',
  'reply-owed-by-port': 'Eine Antwort stand noch aus, als der Anschluss geschlossen wurde.',
  'stop-unknown': 'STOP wurde an eine Firmware gesendet, die es vielleicht nicht kennt.',
  'stray-reply': ({ line }) => `„${line}“ ist die Antwort auf keinen Befehl.`,
  'sent-during-restart': ({ command }) => `„${command}“ wurde während eines Neustarts der Platine gesendet.`,
  'plotter-missing': ({ because }) => `Der Plotter ist nicht verbunden. ${describe(because)}`,
  resynchronising: ({ because }) => `Die Verbindung wird neu synchronisiert. ${describe(because)}`,
  'cancelled-by-user': 'Von einem Benutzer abgebrochen.',
  'stopped-by-user': 'Von einem Benutzer angehalten.',
  'client-gone': 'Das Programm, das ihn gesendet hat, hat die Verbindung beendet.',
  'machine-stopped': 'Die Maschine wurde angehalten.',
  'stopped-on-arrival': 'Die Maschine wurde angehalten, während dieser Auftrag ankam.',
  'connection-lost': 'Die Verbindung zum Plotter ist abgebrochen.',
  'plotter-not-connected': 'Der Plotter ist nicht verbunden.',
  'command-refused': ({ command, reply, unrecognised }) =>
    `Der Plotter hat „${command}“ abgelehnt: ${reply}${unrecognised ? ' (Der Plotter wurde nicht erkannt. Wählen Sie auf der Seite oder mit „stationery plot setup“ aus, welcher es ist.)' : ''}`,
  'reply-timeout': ({ command }) => `Auf „${command}“ kam keine rechtzeitige Antwort.`,
  'outside-limits': ({ index, command, ...place }) =>
    `Befehl ${number(index + 1)}, „${command}“: ${outside(place)} Es wurde nichts gesendet.`,
  'invalid-pen-height': ({ index, command, ...wrong }) =>
    `Befehl ${number(index + 1)}, „${command}“: ${wrongHeight(wrong)} Es wurde nichts gesendet.`,
  'job-other-scale': ({ planned, plotter }) =>
    `Dieser Auftrag ist für ${number(planned)} Schritte/mm, der Plotter hat ${number(plotter)} Schritte/mm. Es wurde nichts gesendet. Plotten Sie die Zeichnung noch einmal.`,
  'marks-outdated':
    'Der Nullpunkt oder das Blatt hat sich geändert, seit die Passmarken dieses Auftrags gefunden wurden. Es wurde nichts gesendet. Suchen Sie die Passmarken noch einmal und starten Sie den Auftrag mit ihnen neu.',
  'commands-lost': 'Einige Befehle dieses Auftrags sind verloren. Senden Sie ihn noch einmal.',
  'commands-damaged': 'Seine Befehle gingen verloren, als die Datenbank beschädigt wurde.',
  'resume-refused': ({ command, reply }) =>
    `Der Auftrag konnte nicht fortgesetzt werden: Auf „${command}“ kam die Antwort ${reply}`,
  'resume-failed': ({ because }) => `Der Auftrag konnte nicht fortgesetzt werden: ${describe(because)}`,
  'resume-not-saved':
    'Die Stelle, an der es weitergeht, ließ sich nicht speichern. Prüfen Sie den Datenträger, dann setzen Sie den Auftrag fort.',
  'resume-elsewhere':
    'Die Flotte hat diesen Auftrag einem anderen Plotter gegeben. Um ihn auch hier zu zeichnen, starten Sie ihn als neuen Auftrag.',
  'pause-cut-off': ({ because, request, pen }) =>
    `${describe(because)} Der Auftrag war pausiert: ${pen ? askForPen(pen) : request}`,
  'pen-change': (pen) => askForPen(pen),
  'pen-refill': (pen) => `Füllen Sie ${penText(pen, 'nach')}`,
  'new-sheet': ({ pen, request = pen && askForPen(pen) }) =>
    `Legen Sie ein neues Blatt auf${request === undefined ? '' : `. ${request}`}`,
  'disk-full':
    'Der Datenträger des Dienstes ist voll. Geben Sie Platz frei, dann setzen Sie den Auftrag fort.',
  'not-saved': ({ message }) => `Der Stand des Auftrags ließ sich nicht speichern: ${message}`,
  'service-stopped': 'Der Dienst wurde beendet.',
  'service-ended': 'Der Dienst ist mitten im Auftrag abgebrochen.',
  'service-restarted': 'Der Dienst wurde neu gestartet.',
  'start-failed': 'Beim Starten ist ein unerwarteter Fehler aufgetreten. Näheres steht im Protokoll.',
  'unexpected-error': ({ message }) => `Ein unerwarteter Fehler ist aufgetreten: ${message}`,
};

const noticeTexts: Texts<NoticeReason> = {
  'plotter-said': ({ line }) => `Der Plotter meldet: ${line}`,
  'late-reply': ({ line }) => `Eine verspätete oder fremde Antwort: ${line}`,
  'plotter-restarted':
    'Der Plotter hat neu gestartet und seine Position verloren. Sein Ursprung ist jetzt da, wo der Stift war.',
  'plotter-stopped': ({ pausedJob, isSaved }) =>
    [
      'Der Plotter wurde angehalten.',
      pausedJob !== undefined &&
        `Auftrag ${pausedJob} war pausiert und bleibt es: Setzen Sie ihn fort oder brechen Sie ihn ab.`,
      !isSaved &&
        'Die Aufträge ließen sich nicht speichern. Sie warten trotzdem; prüfen Sie den Datenträger.',
    ]
      .filter(Boolean)
      .join(' '),
};

/** Returns undefined for a code that only a newer service knows. */
function say<R extends { code: string }>(texts: Texts<R>, cause: R): string | undefined {
  if (!Object.hasOwn(texts, cause.code)) return undefined;
  const text = texts[cause.code as R['code']] as string | ((data: R) => string);
  return typeof text === 'string' ? text : text(cause);
}

const describe = (cause: JobReason): string => say(jobTexts, cause) ?? cause.code;

type Place = Omit<Extract<JobReason, { code: 'outside-limits' }>, 'code' | 'index' | 'command'>;

function outside({ target, limits, stepsPerMm }: Place): string {
  const mm = (steps: number) => decimal(Math.round((steps / stepsPerMm) * 10) / 10 + 0, 1);
  return `X ${mm(target.x)} mm, Y ${mm(target.y)} mm liegt außerhalb der Grenzen: X ${mm(limits.minX)} bis ${mm(limits.maxX)} mm, Y ${mm(limits.minY)} bis ${mm(limits.maxY)} mm.`;
}

function wrongHeight(options: NonNullable<JobCheck['problems'][number]['penHeight']>): string {
  const { height, heightLimits } = options;
  if (heightLimits === undefined)
    return 'Dieser Plotter meldet seine Stifthöhen nicht. Tragen Sie sie zuerst in das Maschinenprofil ein.';
  const { min, max } = heightLimits;
  return `Die Stifthöhe ${decimal(height, 3)} ist nicht möglich: Dieser Plotter nimmt ${decimal(min, 3)} bis ${decimal(max, 3)}.`;
}

export const jobReasonGerman = (cause: JobReason): string | undefined => say(jobTexts, cause);

export const reasonsGerman: Pick<PlotterTexts, 'reasons'> = {
  reasons: {
    job: jobReasonGerman,
    notice: (cause) => say(noticeTexts, cause),
    problem: ({ code, command, outside: place, penHeight }) => {
      switch (code) {
        case 'unknown-command':
          return `Unbekannter Befehl „${command.split(' ', 1)[0]!.slice(0, 32)}“.`;
        case 'invalid-move':
          return 'Das ist keine Bewegung: Schreiben Sie MOVE X<Schritte> Y<Schritte>.';
        case 'outside-limits':
          return place && outside(place);
        case 'invalid-pen-height':
          return penHeight && wrongHeight(penHeight);
        default:
          return undefined;
      }
    },
    refused: (command, why) => `Der Plotter hat „${command}“ abgelehnt: ${why}`,
    limitAt: (x, y) =>
      `X ${x} mm, Y ${y} mm liegt außerhalb der Grenzen. Korrigieren Sie die Zeichnung oder ändern Sie die Grenzen der Maschine.`,
    refusal: {
      'garbled-line':
        'Die Zeile war verstümmelt oder zu lang. Senden Sie sie noch einmal; wenn das nicht hilft, prüfen Sie das Kabel.',
      busy: 'Der Plotter ist beschäftigt. Senden Sie den Befehl noch einmal.',
      locked:
        'Die Maschine ist nach einem Alarm gesperrt. Fahren Sie sie in die Ausgangslage oder entsperren Sie sie mit $X.',
      stopped: 'Der Plotter wurde angehalten.',
      'unknown-command': 'Unbekannter Befehl. Die Konsole schlägt Befehle vor.',
      'wrong-arguments': 'Falsche Argumente. Die Konsole zeigt, wie der Befehl geschrieben wird.',
      'out-of-range': 'Eine Zahl ist zu klein oder zu groß für die Maschine.',
      'outside-limits':
        'Die Position liegt außerhalb der Grenzen. Korrigieren Sie die Zeichnung oder ändern Sie die Grenzen der Maschine.',
    },
  },
};
