import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { AppError } from '@stationery/core';

export function machineNames(): string[] {
  const machine = hostname().toLowerCase();
  return ['localhost', machine, `${machine.split('.')[0]}.local`];
}

/** Prevents DNS rebinding, in which a foreign name resolves to this address, by refusing unknown host names. */
export function hostCheck(extraNames: () => readonly string[]): (host: string | undefined) => void {
  const names = new Set(machineNames());
  return (host) => {
    if (host === undefined || host === '') {
      throw new AppError('malformed-request', 'The request has no Host header field.');
    }
    const name = hostNameOf(host);
    if (names.has(name) || isIP(name) !== 0) return;
    if (extraNames().some((extra) => extra === '*' || extra.toLowerCase() === name)) return;
    throw new AppError(
      'wrong-host',
      'This service does not answer to that host name. Use its IP address, or add the name with --host-names.',
    );
  };
}

export function hostNameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  if (bracketed !== null) return bracketed[1] ?? '';
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}
