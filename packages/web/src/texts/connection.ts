import { bundledTexts } from './catalogue.ts';

const connectionEnglish = {
  port: 'Port',
  virtual: 'A virtual plotter. It plots in real time on this page and needs no hardware.',
  virtualPort: 'built in',
  next: {
    closed: 'Connect to use the plotter.',
    opening: '',
    waiting: 'The port is tried again automatically.',
    settling: 'Some boards take a moment to start when their port is opened.',
    ready: '',
    busy: '',
    suspect: 'A reply was lost. No commands are sent until plotter and service are in sync again.',
  },
  disconnect: 'Disconnect',
  running: 'The plotter is busy. Pause or cancel the job, then disconnect.',
  ports: {
    title: 'Serial ports',
    other: 'Other port',
    otherHint: 'For example /dev/serial/by-id/… or sim:',
    none: 'No serial port found. Plug in the plotter, then refresh.',
    used: 'in use',
    virtual: 'Virtual plotter',
    use: 'Use',
    useLabel: (name: string) => `Use ${name}`,
    chosen: (name: string) => `Using port ${name}.`,
    busy: 'A job is running or paused. Finish or cancel it first.',
    again: 'Refresh',
  },
};

const connectionGerman: typeof connectionEnglish = {
  port: 'Anschluss',
  virtual: 'Ein virtueller Plotter. Er zeichnet in Echtzeit auf dieser Seite und braucht keine Hardware.',
  virtualPort: 'eingebaut',
  next: {
    closed: 'Verbinden Sie den Plotter, um ihn zu benutzen.',
    opening: '',
    waiting: 'Der nächste Versuch startet von selbst.',
    settling: 'Manche Platinen brauchen einen Moment, wenn ihr Anschluss geöffnet wird.',
    ready: '',
    busy: '',
    suspect:
      'Eine Antwort ging verloren. Befehle werden erst wieder gesendet, wenn Plotter und Dienst synchron sind.',
  },
  disconnect: 'Trennen',
  running:
    'Der Plotter ist beschäftigt. Pausieren Sie den Auftrag oder brechen Sie ihn ab, bevor Sie trennen.',
  ports: {
    title: 'Serielle Anschlüsse',
    other: 'Anderer Anschluss',
    otherHint: 'Zum Beispiel /dev/serial/by-id/… oder sim:',
    none: 'Kein serieller Anschluss gefunden. Schließen Sie den Plotter an und aktualisieren Sie.',
    used: 'in Benutzung',
    virtual: 'Virtueller Plotter',
    use: 'Verwenden',
    useLabel: (name) => `${name} verwenden`,
    chosen: (name) => `Der Anschluss ${name} wird verwendet.`,
    busy: 'Ein Auftrag läuft oder ist pausiert. Beenden Sie ihn erst oder brechen Sie ihn ab.',
    again: 'Aktualisieren',
  },
};

export const connectionTexts = bundledTexts({ en: connectionEnglish, de: connectionGerman });
