import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Returns the addresses at which a service that listens on `host` can be reached. */
export function ownAddresses(host: string): string[] {
  const loopback = ['127.0.0.1', '::1'];
  if (host !== '0.0.0.0' && host !== '::') return isIP(host) === 0 ? loopback : [...loopback, host];
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => host === '::' || family === 'IPv4')
    // A link-local address needs its zone, which a certificate cannot contain.
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  return [...loopback, ...found];
}
