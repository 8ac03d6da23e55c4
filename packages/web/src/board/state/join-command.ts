/** `ownCertificate`: whether the board created its own certificate. */
export function joinCommand(
  origin: string,
  { code, ownCertificate }: { code: string; ownCertificate: boolean },
  kind: 'plotter' | 'station',
): string {
  const trust = ownCertificate && origin.startsWith('https:') ? ' --ca certificate.pem' : '';
  return `stationery fleet join ${origin} ${code}${trust}${kind === 'plotter' ? '' : ` --for ${kind}`}`;
}
