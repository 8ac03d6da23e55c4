import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { endProcess, needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import mqtt, { type IClientOptions } from 'mqtt';
import { expect, onTestFinished } from 'vitest';

export const mosquitto = needsProgram('mosquitto', 'mosquitto');

export interface Broker {
  port: number;
  folder: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts on the same port, without retained messages. */
  start(): Promise<void>;
}

export interface BrokerOptions {
  /** User names and passwords. Without any, the broker accepts all clients. */
  users?: Record<string, string>;
  acl?: readonly string[];
  tls?: { cert: string; key: string };
}

export async function startBroker({ users, acl, tls }: BrokerOptions = {}): Promise<Broker> {
  const folder = await temporaryFolder();
  const port = await unusedPort();
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const lines = [`listener ${port} 127.0.0.1`, `allow_anonymous ${users === undefined}`];
  if (process.getuid?.() === 0) lines.push('user root');
  if (users !== undefined) {
    const passwords = file('passwords', '');
    for (const [user, password] of Object.entries(users))
      execFileSync(needsProgram('mosquitto_passwd', 'mosquitto').path, ['-b', passwords, user, password]);
    lines.push(`password_file ${passwords}`);
  }
  if (acl !== undefined) lines.push(`acl_file ${file('acl', `${acl.join('\n')}\n`)}`);
  if (tls !== undefined)
    lines.push(`certfile ${file('cert.pem', tls.cert)}`, `keyfile ${file('key.pem', tls.key)}`);
  const config = file('mosquitto.conf', `${lines.join('\n')}\n`);
  let child: ChildProcess | undefined;
  const kill = (signal?: NodeJS.Signals) => endProcess(child, signal);
  const start = async () => {
    child = spawn(mosquitto.path, ['-c', config], { stdio: 'ignore' });
    await expect.poll(() => accepts(port)).toBe(true);
  };
  onTestFinished(() => kill());
  await start();
  return { port, folder, kill, start };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

export interface Heard {
  topic: string;
  payload: string;
  isRetained: boolean;
}

/** A second client that receives every message. */
export class Listener {
  readonly heard: Heard[] = [];
  readonly #client: mqtt.MqttClient;

  private constructor(client: mqtt.MqttClient) {
    this.#client = client;
    client.on('message', (topic, payload, { retain }) =>
      this.heard.push({ topic, payload: payload.toString(), isRetained: retain }),
    );
  }

  static async at(port: number, options: IClientOptions = {}, topic = '#'): Promise<Listener> {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port,
      protocol: 'mqtt',
      reconnectPeriod: 50,
      ...options,
    });
    client.on('error', () => {});
    onTestFinished(() => client.endAsync(true));
    const listener = new Listener(client);
    await client.subscribeAsync(topic, { qos: 1 });
    return listener;
  }

  /** Returns the last payload of a topic with this ending. */
  last(ending: string): string | undefined {
    return this.heard.findLast(({ topic }) => topic.endsWith(ending))?.payload;
  }

  lastDocument(ending: string): Record<string, unknown> {
    return JSON.parse(this.last(ending) || '{}') as Record<string, unknown>;
  }

  all(ending: string): string[] {
    return this.heard.filter(({ topic }) => topic.endsWith(ending)).map(({ payload }) => payload);
  }

  async send(topic: string, payload: string, options: { retain?: boolean } = {}): Promise<void> {
    await this.#client.publishAsync(topic, payload, { qos: 1, ...options });
  }
}

export async function retainedAt(port: number): Promise<Record<string, string>> {
  const listener = await Listener.at(port);
  await listener.send('end-of-retained', '');
  await expect.poll(() => listener.last('end-of-retained')).toBe('');
  const retained = listener.heard.filter(({ isRetained }) => isRetained);
  return Object.fromEntries(retained.map(({ topic, payload }) => [topic, payload]));
}
