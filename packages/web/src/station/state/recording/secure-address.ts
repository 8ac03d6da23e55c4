/** Returns the address at which the station serves this page over HTTPS, if it uses the default ports. */
export function secureAddress({
  protocol,
  hostname,
  port,
}: Pick<URL, 'protocol' | 'hostname' | 'port'>): string | undefined {
  if (protocol !== 'http:') return undefined;
  if (port === '') return `https://${hostname}/`;
  return port === '8080' ? `https://${hostname}:8443/` : undefined;
}
