import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The addresses of this machine at which a service that listens on `host` can be reached. */
export function ownAddresses(host: string): string[] {
  const loopback = ['127.0.0.1', '::1'];
  if (host !== '0.0.0.0' && host !== '::') return isIP(host) === 0 ? loopback : [...loopback, host];
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => host === '::' || family === 'IPv4')
    // An address of one link only means nothing without the name of the link, which no certificate can hold.
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  return [...loopback, ...found];
}
