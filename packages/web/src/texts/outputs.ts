import { bundledTexts } from './catalogue.ts';

const outputsEnglish = {
  loading: 'Looking for outputs …',
  onPage: 'The open page plays. Choose its output in the settings of your phone or computer.',
  list: 'Outputs',
  standard: 'Default',
  standardNote: 'chosen by the player',
  gone: 'not connected',
  goneText: 'The chosen output is not connected. The default plays until it is back.',
  hint: 'Takes effect at once. Each output keeps its own volume.',
  test: 'Play a test sound',
  bluetooth: {
    title: 'Bluetooth speakers',
    hint: 'Put the speaker or headphones into pairing mode, then search.',
    search: 'Search',
    searching: 'Searching …',
    found: 'found',
    paired: 'paired',
    connected: 'connected',
    connectShort: 'Connect',
    disconnectShort: 'Disconnect',
    connect: (name: string) => `Connect ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
    forget: (name: string) => `Forget ${name}`,
  },
};

const outputsGerman: typeof outputsEnglish = {
  loading: 'Ausgänge werden gesucht …',
  onPage:
    'Die offene Seite spielt. Wählen Sie den Ausgang in den Einstellungen Ihres Telefons oder Computers.',
  list: 'Ausgänge',
  standard: 'Standard',
  standardNote: 'wählt der Player',
  gone: 'nicht verbunden',
  goneText: 'Der gewählte Ausgang ist nicht verbunden. Bis er wieder da ist, spielt der Standard.',
  hint: 'Gilt sofort. Jeder Ausgang behält seine eigene Lautstärke.',
  test: 'Testton abspielen',
  bluetooth: {
    title: 'Bluetooth-Lautsprecher',
    hint: 'Bringen Sie den Lautsprecher oder Kopfhörer in den Kopplungsmodus, dann suchen Sie.',
    search: 'Suchen',
    searching: 'Suche läuft …',
    found: 'gefunden',
    paired: 'gekoppelt',
    connected: 'verbunden',
    connectShort: 'Verbinden',
    disconnectShort: 'Trennen',
    connect: (name) => `${name} verbinden`,
    disconnect: (name) => `${name} trennen`,
    forget: (name) => `${name} entfernen`,
  },
};

export const outputsTexts = bundledTexts({ en: outputsEnglish, de: outputsGerman });
