import { bundledTexts } from './catalogue.ts';

const phoneEnglish = {
  title: 'Connect a phone',
  code: 'The address of this page as a QR code',
  scan: 'Point the camera of the phone at the code. The phone must be on the same network as the station.',
  local: (host: string) =>
    `This page is open at ${host}, which only this computer can reach. Start the station with “--host 0.0.0.0”, and open its page here by the name or address of this computer.`,
};

const phoneGerman: typeof phoneEnglish = {
  title: 'Telefon verbinden',
  code: 'Die Adresse dieser Seite als QR-Code',
  scan: 'Richten Sie die Kamera des Telefons auf den Code. Das Telefon muss im selben Netz sein wie die Station.',
  local: (host) =>
    `Diese Seite ist unter ${host} geöffnet, und das erreicht nur dieser Rechner. Starten Sie die Station mit „--host 0.0.0.0“, und öffnen Sie ihre Seite hier unter dem Namen oder der Adresse dieses Rechners.`,
};

export const phoneTexts = bundledTexts({ en: phoneEnglish, de: phoneGerman });
