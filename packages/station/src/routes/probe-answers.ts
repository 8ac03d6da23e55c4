import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ConnectivityProbe, connectivityProbes } from '@stationery/appliance/network';
import { AppError } from '@stationery/core';
import { hostNameOf, pathOf } from '@stationery/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface FrontDoor {
  /** `quiet`: phones assume internet access. `portal`: phones open the station page when they join. */
  portal: 'quiet' | 'portal';
  frontPage: 'station' | 'plotter';
}

const plotterPort = 3000;

const probesByHost = new Map(
  connectivityProbes.flatMap((probe) =>
    probe.hosts.map((host): [string, ConnectivityProbe] => [host, probe]),
  ),
);

/**
 * Answers connectivity probes. They reach the station because on its own network, DNS resolves all names to it.
 * Nothing else is served under those names, because they may belong to web sites. Until the setup is finished,
 * redirects every phone to the station page, which shows the setup.
 */
export function probeAnswers(
  { portal, frontPage }: FrontDoor,
  setup: { readonly isFirstRun: boolean },
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  return ({ method, headers, url, raw }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const probe = probesByHost.get(hostNameOf(headers.host ?? ''));
    if (probe === undefined) {
      // Redirect only plain `/`. The plotter page links to the station page with a query, so that its link is
      // not redirected.
      if (frontPage === 'station' || url !== '/' || setup.isFirstRun) return false;
      reply.redirect(addressOf(raw.socket, plotterPort), 302);
      return true;
    }
    reply.header('cache-control', 'no-store');
    if (portal === 'portal' || setup.isFirstRun) {
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

/** Returns the address by IP, which works before names resolve. */
function addressOf(socket: Socket, port = socket.localPort): string {
  const scheme = socket instanceof TLSSocket && port === socket.localPort ? 'https' : 'http';
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  // URL omits the default port.
  return new URL(`${scheme}://${host}:${port}/`).href;
}
