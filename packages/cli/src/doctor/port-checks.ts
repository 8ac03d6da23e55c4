import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemErrorCode } from '@stationery/core';
import { bad, type Finding, good } from './finding.ts';
import type { Patient } from './patient.ts';

interface Port {
  name: string;
  port: number;
  setting: string;
}

export async function portChecks({ station, running, plotter }: Patient): Promise<Finding[]> {
  const http = { name: 'HTTP port', port: station.httpPort ?? 80, setting: 'STATION_HTTP_PORT' };
  const https = { name: 'HTTPS port', port: station.httpsPort ?? 443, setting: 'STATION_HTTPS_PORT' };
  const api = { name: 'Plotter port', port: plotter.httpPort ?? 3000, setting: 'PLOTTER_HTTP_PORT' };
  const plotterRuns = await answers(`http://127.0.0.1:${api.port}/api/plotter/health`);
  return Promise.all([
    portCheck(http, station.host, running !== undefined && endsWithPort(running.url, http.port)),
    portCheck(https, station.host, running !== undefined),
    portCheck(api, plotter.host, plotterRuns),
  ]);
}

async function portCheck({ name, port, setting }: Port, host: string, isOurs: boolean): Promise<Finding> {
  if (port === 0) return good(name, 'any free one');
  const trouble = await tryPort(port, host);
  if (trouble === undefined) return good(name, `${port} is free`);
  if (trouble === 'EADDRINUSE') {
    return isOurs
      ? good(name, `${port} is ours`)
      : bad(
          name,
          `${port} is taken by another program`,
          `sudo ss -ltnp 'sport = :${port}' shows which; stop it, or set ${setting}`,
        );
  }
  if (trouble === 'EACCES') {
    // The service has the right to do so from its unit; whoever asks may not have it.
    return isOurs
      ? good(name, `${port} is ours`)
      : bad(
          name,
          `${port} may not be had by this user`,
          `run this with sudo; the service may. By hand: sudo sysctl net.ipv4.ip_unprivileged_port_start=80, or set ${setting}`,
        );
  }
  return bad(
    name,
    `${port} on ${host} cannot be had (${trouble})`,
    'set STATION_HOST to an address of this machine, or 0.0.0.0',
  );
}

/** The code of what keeps the port from being had; it is let go of at once. */
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

function endsWithPort(url: string, port: number): boolean {
  return new URL(url).port === (port === 80 ? '' : String(port));
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200 || status === 401,
    () => false,
  );
}
