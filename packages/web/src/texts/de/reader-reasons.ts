import type { ReaderReason } from '@stationery/client';

const foundAgain = 'Er wird dann von selbst gefunden.';

/** The type requires a text for each code. */
const texts: {
  [C in ReaderReason['code']]: string | ((data: Extract<ReaderReason, { code: C }>) => string);
} = {
  'reader-not-set':
    'Es ist kein Leser eingerichtet. Setzen Sie STATION_READER und starten Sie die Station neu.',
  'reader-missing': ({ port }) => `An ${port} ist kein NFC-Leser. Stecken Sie ihn ein. ${foundAgain}`,
  'reader-not-allowed': ({ port }) =>
    `Dieser Benutzer darf den NFC-Leser an ${port} nicht öffnen. Nehmen Sie ihn in die Gruppe „dialout“ auf und melden Sie sich neu an.`,
  'reader-in-use': ({ port }) =>
    `Ein anderes Programm benutzt den NFC-Leser an ${port}. Beenden Sie dieses Programm.`,
  'reader-not-opened': ({ port }) =>
    `Der NFC-Leser an ${port} lässt sich nicht öffnen. Prüfen Sie, ob er eingesteckt ist; die Station versucht es weiter.`,
  'reader-unplugged': ({ port }) =>
    `Der NFC-Leser an ${port} wurde ausgesteckt. Stecken Sie ihn wieder ein. ${foundAgain}`,
  'reader-other-device': ({ port }) =>
    `Das Gerät an ${port} spricht nicht das PN532-Protokoll. Prüfen Sie, ob es ein PN532-Leser ist, auf HSU (seriell) gestellt, und seine Verkabelung.`,
  'reader-silent': ({ port }) =>
    `Der NFC-Leser an ${port} antwortet nicht. Prüfen Sie Strom und Verkabelung; die Station versucht es weiter.`,
  'reader-stopped': ({ port }) =>
    `Der NFC-Leser an ${port} ist stehen geblieben. Er wird von selbst neu gestartet.`,
  'reader-failed':
    'Der NFC-Leser ist aus unbekanntem Grund stehen geblieben. Er wird von selbst neu gestartet; Näheres steht im Protokoll.',
  'reader-no-perl': 'Das Programm „perl“ fehlt. Installieren Sie es: „sudo apt install perl-base“.',
  'bus-missing': ({ port, bus }) =>
    `Es gibt kein ${port}. Schalten Sie ${bus} mit „sudo raspi-config“ ein (Interface Options) und starten Sie das Gerät neu.`,
  'bus-not-allowed': ({ port, group }) =>
    `Dieser Benutzer darf ${port} nicht öffnen. Nehmen Sie ihn in die Gruppe „${group}“ auf und melden Sie sich neu an.`,
  'bus-silent': ({ port, chip }) =>
    `An ${port} antwortet kein ${chip}. Prüfen Sie Strom, Verkabelung und Schalter; die Station versucht es weiter.`,
  'pcsc-not-running':
    'Der PC/SC-Dienst läuft nicht. Installieren und starten Sie ihn: „sudo apt install pcscd“, „sudo systemctl start pcscd“.',
  'pcsc-not-allowed':
    'Der PC/SC-Dienst erlaubt diesen Benutzer nicht. Legen Sie eine polkit-Regel an wie in docs/deploy-raspberry-pi.md, oder sehen Sie im Protokoll von pcscd nach.',
  'pcsc-unknown-protocol':
    'Der PC/SC-Dienst spricht ein Protokoll, das nicht unterstützt wird. Installieren Sie pcscd 1.9 oder neuer, und prüfen Sie PCSCLITE_CSOCK_NAME, falls gesetzt.',
  'pcsc-silent': 'Der PC/SC-Dienst antwortet nicht. Starten Sie ihn neu: „sudo systemctl restart pcscd“.',
  'pcsc-stopped': 'Der PC/SC-Dienst wurde beendet. Starten Sie ihn: „sudo systemctl start pcscd“.',
  'pcsc-linux-only':
    'PC/SC-Leser funktionieren nur unter Linux, mit dem Dienst pcscd. Benutzen Sie hier einen PN532-Leser an einem seriellen Anschluss.',
  'pcsc-no-reader': `Kein PC/SC-Leser ist eingesteckt. Stecken Sie ihn ein. ${foundAgain}`,
  'pcsc-unplugged': ({ name }) =>
    `Der Leser „${name}“ wurde ausgesteckt. Stecken Sie ihn wieder ein. ${foundAgain}`,
  'pcsc-no-match': ({ filter, names }) =>
    `Kein PC/SC-Leser hat „${filter}“ im Namen. Vorhanden: ${names}. Ändern Sie den Namen in den Einstellungen.`,
  'hid-not-allowed': ({ port }) =>
    `Dieser Benutzer darf den Leser an ${port} nicht öffnen. Fügen Sie ihn der Gruppe „input“ hinzu und melden Sie sich neu an.`,
  'hid-no-reader': `Kein USB-Leser mit Tastatureingabe ist eingesteckt. Stecken Sie ihn ein. ${foundAgain}`,
  'hid-several': ({ paths }) =>
    `Mehrere Tastaturen sind eingesteckt. Nennen Sie den Leser in STATION_READER als hid:<Pfad>. Vorhanden: ${paths}.`,
};

/** Returns why the reader does not work; undefined for a code that only a newer station knows. */
export function readerReasonGerman(cause: ReaderReason): string | undefined {
  if (!Object.hasOwn(texts, cause.code)) return undefined;
  const text = texts[cause.code] as string | ((data: ReaderReason) => string);
  return typeof text === 'string' ? text : text(cause);
}
