import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Namespace } from './namespaces.ts';

const waitOptions = { timeout: 20_000, interval: 20 };

export interface Browsed {
  name: string;
  host: string;
  address: string;
  port: number;
  txt: Record<string, string>;
}

/** Avahi, the service discovery of Linux desktops, with its own message bus. */
export class Avahi {
  readonly #machine: Namespace;
  readonly #folder = mkdtempSync(join(tmpdir(), 'stationery-avahi-'));
  readonly #env: NodeJS.ProcessEnv;

  constructor(machine: Namespace) {
    this.#machine = machine;
    const bus = `unix:path=${this.#folder}/bus`;
    this.#env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: bus };
    const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>system</type><listen>${bus}</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;
    const config = '[server]\nhost-name=phone\nuse-ipv6=no\n';
    writeFileSync(join(this.#folder, 'bus.conf'), busConfig);
    writeFileSync(join(this.#folder, 'avahi.conf'), config);
  }

  async start(): Promise<void> {
    const messageBus = ['--nofork', '--print-address', `--config-file=${this.#folder}/bus.conf`];
    const bus = this.#machine.start('dbus-daemon', messageBus);
    await vi.waitFor(() => expect(bus.output()).toContain('unix:path='), waitOptions);
    // Give Avahi its own /run/avahi-daemon. It runs once per machine and records that there, and namespaces
    // separate only the network.
    const own =
      'mkdir -p /run/avahi-daemon && mount -t tmpfs tmpfs /run/avahi-daemon && exec avahi-daemon "$@"';
    const unconfined = ['--no-drop-root', '--no-chroot', '--no-rlimits'];
    const args = ['sh', '-f', `${this.#folder}/avahi.conf`, ...unconfined];
    const daemon = this.#machine.start('sh', ['-c', own, ...args], this.#env);
    await vi.waitFor(() => expect(daemon.output()).toContain('Server startup complete'), waitOptions);
  }

  browse(type: string): Browsed[] {
    return this.#run('avahi-browse', ['--resolve', '--parsable', '--terminate', type])
      .split('\n')
      .filter((line) => line.startsWith('='))
      .map((line) => {
        const [, , , name = '', , , host = '', address = '', port = '', txt = ''] = line.split(';');
        const pairs = [...txt.matchAll(/"([^"=]*)=([^"]*)"/g)].map(([, key, value]) => [key, value]);
        return { name: unescaped(name), host, address, port: Number(port), txt: Object.fromEntries(pairs) };
      });
  }

  /** Resolves a name; returns undefined if it has no address. */
  resolve(host: string): string | undefined {
    return /\t(\S+)$/m.exec(this.#run('avahi-resolve', ['-4', '--name', host]))?.[1];
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: readonly string[]): string {
    const bus = `DBUS_SYSTEM_BUS_ADDRESS=${this.#env.DBUS_SYSTEM_BUS_ADDRESS}`;
    return this.#machine.run('env', [bus, program, ...args]).stdout;
  }
}

/** Decodes Avahi's escapes: `\ddd` for bytes other than letters and digits, and `\` before some characters. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)));
  return Buffer.from(bytes.replace(/\\(.)/g, '$1'), 'latin1').toString();
}
