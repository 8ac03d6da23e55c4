/** What is said about opening the page on a phone, in English. */
export const phoneEnglish = {
  title: 'Connect a phone',
  code: 'The address of this page as a QR code',
  scan: 'Point the camera of the phone at the code. The phone must be in the same network as the station.',
  local: (host: string) =>
    `This page is open at ${host}, which only this computer can reach. Start the station with “--host 0.0.0.0”, and open its page here by the name or address of this computer.`,
};

export type PhoneTexts = typeof phoneEnglish;
