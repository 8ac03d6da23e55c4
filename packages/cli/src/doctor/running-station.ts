import type { StationEvent } from '@stationery/contract';
import type { StationConfig } from '@stationery/station';

type Snapshot = Extract<StationEvent, { name: 'snapshot' }>['data'];

export interface RunningStation extends Omit<Snapshot, 'player' | 'setup'> {
  url: string;
}

const answerWithinMs = 3000;

export async function findRunningStation(config: StationConfig): Promise<RunningStation | undefined> {
  const ports = config.httpPort === undefined ? [80, 8080] : [config.httpPort];
  for (const port of ports) {
    const url = localUrl(config.host, port);
    const snapshot = await askSnapshot(url, config.token).catch(() => undefined);
    if (snapshot !== undefined) return { ...snapshot, url };
  }
  return undefined;
}

export function localUrl(host: string, port: number): string {
  const address = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Returns the first event of the stream, which has the complete state. */
async function askSnapshot(url: string, token: string | undefined): Promise<Snapshot | undefined> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), answerWithinMs);
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/v1/events`, { headers, signal: ending.signal });
    if (!answer.ok || answer.body === null) return undefined;
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const data = /^event: snapshot\n(?:id: .*\n)?data: (.*)$/m.exec(text)?.[1];
      if (data !== undefined && text.includes('\n\n')) return JSON.parse(data) as Snapshot;
    }
    return undefined;
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
