import { once } from 'node:events';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { systemErrorCode } from '@stationery/core';
import { bad, type CheckInput, type Finding, good } from './finding.ts';
import { setAdvice } from './installation.ts';
import { localUrl } from './running-station.ts';

interface Port {
  name: string;
  port: number;
  advice: string;
}

export async function portChecks(input: CheckInput): Promise<Finding[]> {
  const { station, running, plotter, installation } = input;
  const set = (key: string, variable: string, service: 'station' | 'plotter' = 'station') =>
    setAdvice(installation, { key, variable, service });
  const http = {
    name: 'HTTP port',
    port: station.httpPort ?? 80,
    advice: set('httpPort', 'STATION_HTTP_PORT'),
  };
  const https = {
    name: 'HTTPS port',
    port: station.httpsPort ?? 443,
    advice: set('httpsPort', 'STATION_HTTPS_PORT'),
  };
  const api = {
    name: 'Plotter port',
    port: plotter.httpPort ?? 3000,
    advice: set('httpPort', 'PLOTTER_HTTP_PORT', 'plotter'),
  };
  const host = (service: 'station' | 'plotter') =>
    `${set('host', `${service.toUpperCase()}_HOST`, service)}; it must be an address of this machine, or 0.0.0.0`;
  const plotterRuns = await answers(`${localUrl(plotter.host, api.port)}/api/plotter/health`);
  const runs = running && { http: portOf(running.url), https: await httpsPortOf(station) };
  return Promise.all([
    portCheck(http, { address: station.host, advice: host('station') }, runs?.http),
    portCheck(https, { address: station.host, advice: host('station') }, runs?.https),
    portCheck(api, { address: plotter.host, advice: host('plotter') }, plotterRuns ? api.port : undefined),
  ]);
}

/** Checks whether the port is free. `ownPort` is the port of the running service. */
async function portCheck(
  { name, port, advice }: Port,
  host: { address: string; advice: string },
  ownPort: number | undefined,
): Promise<Finding> {
  if (port === 0) return good(name, 'any free one');
  const isOurs = ownPort === port;
  if (ownPort !== undefined && !isOurs)
    return good(name, `${ownPort} is ours; ${port} was not available when the service started`);
  const trouble = await tryPort(port, host.address);
  if (trouble === undefined) return good(name, `${port} is free`);
  if (trouble === 'EADDRINUSE') {
    return isOurs
      ? good(name, `${port} is ours`)
      : bad(
          name,
          `${port} is taken by another program`,
          `sudo ss -ltnp 'sport = :${port}' shows which; stop it, or ${advice}`,
        );
  }
  if (trouble === 'EACCES') {
    // The systemd unit lets the service use ports below 1024, even if this user may not.
    return isOurs
      ? good(name, `${port} is ours`)
      : bad(
          name,
          `${port} is not available to this user`,
          `run this with sudo; the service itself may use the port. If you start it manually: sudo sysctl net.ipv4.ip_unprivileged_port_start=80, or ${advice}`,
        );
  }
  return bad(name, `${port} on ${host.address} is not available (${trouble})`, host.advice);
}

async function tryPort(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return systemErrorCode(error) ?? 'unknown';
  }
}

const portOf = (url: string) => Number(new URL(url).port || 80);

/** Returns the HTTPS port of the station on this machine; undefined if it does not answer. */
async function httpsPortOf({ host, httpsPort }: CheckInput['station']): Promise<number | undefined> {
  for (const port of httpsPort === undefined ? [443, 8443] : [httpsPort]) {
    const url = localUrl(host, port).replace('http:', 'https:');
    if (await answersSelfSigned(`${url}/api/v1/settings`)) return port;
  }
  return undefined;
}

function answersSelfSigned(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, signal: AbortSignal.timeout(2000) };
    get(url, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 || answer.statusCode === 401);
    }).on('error', () => resolve(false));
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200 || status === 401,
    () => false,
  );
}
