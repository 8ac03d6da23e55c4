/** Returns the HTTPS address of a page, only if the station uses the default ports. */
export function secureAddress(address: Pick<URL, 'protocol' | 'hostname' | 'port'>): string | undefined {
  const { protocol, hostname, port } = address;
  if (protocol !== 'http:') return undefined;
  if (port === '') return `https://${hostname}/`;
  return port === '8080' ? `https://${hostname}:8443/` : undefined;
}
