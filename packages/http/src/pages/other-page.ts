import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from '../request/body-chunks.ts';
import { hostNameOf, machineNames } from '../request/host-check.ts';
import { isLoopback } from '../server/loopback.ts';
import { type OtherPageAnswer, OtherPageFinder, type PageService } from './find-other-page.ts';

export interface OtherPage {
  /** The bound address: one of this machine's, or 0.0.0.0 or :: for all. */
  address: string;
  port: number;
}

interface OtherPageOptions {
  /** Set if the other service runs in this process. */
  local?: (() => OtherPage | undefined) | undefined;
  finder?: OtherPageFinder;
}

/** Adds a route with the other service's URL, which is null if that service is not running or out of reach. */
export function otherPageRoute(
  app: FastifyInstance,
  service: PageService,
  { local = () => undefined, finder = new OtherPageFinder(service) }: OtherPageOptions = {},
): void {
  const self = service === 'station' ? 'plotter' : 'station';
  const portFor = (request: FastifyRequest) => {
    const { ip, socket, query } = request;
    const page = local();
    if (page !== undefined) return !isLoopback(page.address) || isLoopback(ip) ? page.port : undefined;
    const address = socket.localAddress ?? '127.0.0.1';
    // A request on loopback with a host name that is not local comes from a proxy for a remote client.
    const isForProxy = isLoopback(address) && !isLocalName(hostNameOf(request.headers.host ?? ''));
    const isAllowed = !isForProxy && (query as { search?: string }).search !== 'no';
    return isAllowed ? finder.find(address) : undefined;
  };
  app.get('/other-page', { exposeHeadRoute: true }, async (request, reply) => {
    drain(request.raw);
    const port = await portFor(request);
    // The query prevents the station from redirecting its page to the plotter's.
    const page = service === 'station' ? '?station' : '';
    const url = port === undefined ? null : `http://${hostFor(request)}:${port}/${page}`;
    reply.headers({ 'cache-control': 'no-cache', 'content-type': 'application/json' });
    return reply.send(JSON.stringify({ self, service, url } satisfies OtherPageAnswer));
  });
}

const isLocalName = (name: string) => name === 'localhost' || isLoopback(name);

/**
 * Returns the requested host. If that is a name of this service and not of the machine, returns the address
 * instead.
 */
function hostFor({ headers, socket }: FastifyRequest): string {
  const name = hostNameOf(headers.host ?? '');
  const host = isIP(name) !== 0 || machineNames().includes(name) ? name : (socket.localAddress ?? name);
  const address = host.replace(/^::ffff:/, '');
  return isIP(address) === 6 ? `[${address}]` : address;
}
