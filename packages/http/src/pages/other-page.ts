import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from '../request/body-chunks.ts';
import { hostNameOf, machineNames } from '../request/host-check.ts';
import { isLoopback } from '../server/loopback.ts';

/** Where the page of the other service listens. */
export interface OtherPage {
  /** The address that it is bound to: one of this machine's, or 0.0.0.0 or :: for all. */
  address: string;
  port: number;
}

/**
 * `GET /other-page`: where a page links to the page of the other service on this machine. `url` is null where there is
 * none, and where whoever asks could not reach it.
 */
export function otherPageRoute(
  app: FastifyInstance,
  service: 'station' | 'plotter',
  other: () => OtherPage | undefined = () => undefined,
): void {
  app.get('/other-page', { exposeHeadRoute: true }, async (request, reply) => {
    drain(request.raw);
    const page = other();
    const isReachable = page !== undefined && (!isLoopback(page.address) || isLoopback(request.ip));
    const url = isReachable ? `http://${hostFor(request)}:${page.port}/` : null;
    reply.headers({ 'cache-control': 'no-cache', 'content-type': 'application/json' });
    return reply.send(JSON.stringify({ service, url }));
  });
}

/** The host that was asked for. A name that only this service answers to is replaced by the address behind it. */
function hostFor({ headers, socket }: FastifyRequest): string {
  const name = hostNameOf(headers.host ?? '');
  const host = isIP(name) !== 0 || machineNames().includes(name) ? name : (socket.localAddress ?? name);
  const address = host.replace(/^::ffff:/, '');
  return isIP(address) === 6 ? `[${address}]` : address;
}
