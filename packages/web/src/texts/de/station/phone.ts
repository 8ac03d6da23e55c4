import type { PhoneTexts } from '../../en/station/phone.ts';

/** What is said about opening the page on a phone, in German. */
export const phoneGerman: PhoneTexts = {
  title: 'Telefon verbinden',
  code: 'Die Adresse dieser Seite als QR-Code',
  scan: 'Richten Sie die Kamera des Telefons auf den Code. Das Telefon muss im selben Netz sein wie die Station.',
  local: (host) =>
    `Diese Seite ist unter ${host} geöffnet, und das erreicht nur dieser Rechner. Starten Sie die Station mit „--host 0.0.0.0“, und öffnen Sie ihre Seite hier unter dem Namen oder der Adresse dieses Rechners.`,
};
