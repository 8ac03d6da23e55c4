import { bundledTexts } from './catalogue.ts';

const phoneEnglish = {
  closed:
    'Only this computer can open this page now. If you let phones in, everyone who scans the code can do what you can do here, until you switch it off or the service ends.',
  open: 'Let phones in',
  code: 'The address of this page as a QR code',
  scan: 'Point the camera of the phone at the code. The phone must be on the same network.',
  token: 'Access token:',
  untilClosed: 'Phones can open this page until you switch it off or the service ends.',
  close: 'Switch off',
  noNetwork: 'This computer is not on a network, or a different program uses the port there.',
  noAddress:
    'The service does not know the address of this computer on the network. Open this page at that address instead of “localhost” to see its code.',
};

const phoneGerman: typeof phoneEnglish = {
  closed:
    'Zurzeit kann nur dieser Rechner diese Seite öffnen. Wenn Sie Telefone zulassen, kann jeder, der den Code scannt, alles tun, was Sie hier tun können, bis Sie es ausschalten oder der Dienst endet.',
  open: 'Telefone zulassen',
  code: 'Die Adresse dieser Seite als QR-Code',
  scan: 'Richten Sie die Kamera des Telefons auf den Code. Das Telefon muss im selben Netz sein.',
  token: 'Zugangstoken:',
  untilClosed: 'Telefone können diese Seite öffnen, bis Sie es ausschalten oder der Dienst endet.',
  close: 'Ausschalten',
  noNetwork: 'Dieser Rechner ist in keinem Netz, oder ein anderes Programm benutzt dort den Port.',
  noAddress:
    'Der Dienst kennt die Adresse dieses Rechners im Netz nicht. Öffnen Sie diese Seite unter dieser Adresse statt unter „localhost“, um ihren Code zu sehen.',
};

export const phoneTexts = bundledTexts({ en: phoneEnglish, de: phoneGerman });
