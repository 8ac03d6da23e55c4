import type { PlayerSettingsTexts } from '../../en/station/player-settings.ts';

/** What the dialog of the playback settings says, in German. */
export const playerSettingsGerman: PlayerSettingsTexts = {
  title: 'Einstellungen der Wiedergabe',
  loading: 'Laden …',
  saved: 'Einstellungen gespeichert.',
  restored: 'Einstellungen wiederhergestellt.',
  onRemoval: 'Wenn ein Tag weggenommen wird',
  removal: { continue: 'Weiter', pause: 'Pause', stop: 'Stopp' },
  removalHint: {
    continue: 'Die Datei spielt bis zum Ende.',
    pause: 'Die Datei hält an. Derselbe Tag setzt sie später fort.',
    stop: 'Bis zum nächsten Auflegen spielt nichts.',
  },
  onAgain: 'Wenn derselbe Tag wieder aufgelegt wird',
  again: { resume: 'Fortsetzen', restart: 'Von vorn', next: 'Nächste Datei' },
  againHint: {
    resume: 'Er spielt weiter, wo er aufgehört hat, auch nach einem Stromausfall.',
    restart: 'Er beginnt mit seiner ersten Datei.',
    next: 'Er spielt seine nächste Datei, nach der letzten die erste.',
  },
  volumeCap: 'Höchste Lautstärke',
  volumeCapHint: 'Lauter stellen kann niemand, weder hier noch mit einem Tag.',
  percent: (percent) => `${percent} %`,
  fade: 'Ausklingen, s',
  fadeHint: 'Vor Pause und Stopp. 0: gar nicht.',
  grace: 'Warten bis „weggenommen“, s',
  graceHint: 'Wählen Sie mehr, wenn die Wiedergabe stockt.',
  seconds: 'Geben Sie eine Zahl von 0 bis 10 ein.',
  unknownSound: 'Ton bei unbekannten Tags',
  unknownSoundHint: 'Ein kurzer Ton, wenn ein Tag noch nicht hinzugefügt ist oder keine Datei hat.',
  idleFile: 'Wenn sonst nichts spielt',
  noIdleFile: 'Stille',
  idleFileHint: 'Eine Datei, die bis zum nächsten Auflegen wiederholt wird.',
  noSounds: 'Es sind noch keine Töne auf der Karte. Fügen Sie einen hinzu, um ihn hier zu wählen.',
};
