import type { connectionEnglish } from '../../en/plotter/connection.ts';

export const connectionGerman: typeof connectionEnglish = {
  title: 'Verbindung',
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
    chosen: (name) => `Der Plotter wird jetzt an ${name} erwartet.`,
    busy: 'Ein Auftrag läuft oder ist pausiert. Beenden Sie ihn erst oder brechen Sie ihn ab.',
    again: 'Aktualisieren',
    loading: 'Laden …',
  },
};
