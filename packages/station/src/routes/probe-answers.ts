import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ConnectivityProbe, connectivityProbes } from '@stationery/appliance/network';
import { AppError } from '@stationery/core';
import { hostNameOf, pathOf } from '@stationery/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Quiet: phones assume internet access. Portal: they open the station page when they join. */
type PortalMode = 'quiet' | 'portal';

const probesByHost = new Map(
  connectivityProbes.flatMap((probe) =>
    probe.hosts.map((host): [string, ConnectivityProbe] => [host, probe]),
  ),
);

/**
 * Answers connectivity probes of phones and laptops on the station's own network, where DNS
 * resolves all names to the station. Serves nothing else under those names, because they may belong
 * to web sites.
 */
export function probeAnswers(mode: PortalMode): (request: FastifyRequest, reply: FastifyReply) => boolean {
  return ({ method, headers, url, raw }, reply) => {
    const probe = probesByHost.get(hostNameOf(headers.host ?? ''));
    if (probe === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
    reply.header('cache-control', 'no-store');
    if (mode === 'portal') {
      reply.redirect(addressOf(raw.socket), 302);
      return true;
    }
    if (!probe.paths.includes(pathOf(url))) {
      throw new AppError('unknown-path', 'There is nothing at this address.');
    }
    if (probe.content === undefined) reply.code(204).send();
    else reply.type(probe.mediaType ?? 'text/plain').send(Buffer.from(probe.content));
    return true;
  };
}

/** The station URL by IP address, which works before names resolve. */
function addressOf(socket: Socket): string {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http';
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  // URL omits the default port.
  return new URL(`${scheme}://${host}:${socket.localPort}/`).href;
}
