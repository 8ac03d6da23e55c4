import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '@stationery/core';
import { type Outcome, runProgram } from '../run-program.ts';

export interface BluetoothDevice {
  address: string;
  name: string;
  paired: boolean;
  connected: boolean;
}

const listWithinMs = 5_000;
/** Longer than BlueZ itself keeps trying, so that its own error arrives. */
const callWithinSeconds = 40;
const searchSeconds = 20;
const maxDevices = 50;

type Properties = Record<string, { data: unknown } | undefined>;
type Objects = Record<string, Record<string, Properties> | undefined>;

/** Finds and connects speakers through BlueZ on the system bus. Calls `busctl`, and `bluetoothctl` to search. */
export class Bluez {
  #search: ChildProcess | undefined;
  #isBusy = false;

  get isSearching(): boolean {
    return this.#search !== undefined;
  }

  /** Resolves to undefined without BlueZ or a radio. */
  async devices(): Promise<BluetoothDevice[] | undefined> {
    return (await this.#read())?.devices.map(({ path: _, ...device }) => device);
  }

  /** Starts a search in the background. `devices` lists what it has found so far. */
  async search(): Promise<void> {
    await this.#alone(async () => this.#powerOn((await this.#known()).adapter));
    if (this.#search !== undefined) return;
    // Run `bluetoothctl` for the whole search, because BlueZ stops when the program that asked for it disconnects.
    const words = ['--timeout', String(searchSeconds), 'scan', 'on'];
    const search = spawn('bluetoothctl', words, { stdio: 'ignore' });
    this.#search = search;
    const ended = () => {
      if (this.#search === search) this.#search = undefined;
    };
    search.once('error', ended).once('exit', ended);
  }

  /** Pairs if needed and connects. From then on the device may connect by itself. */
  async connect(address: string): Promise<void> {
    await this.#alone(async () => {
      const { adapter, device } = await this.#find(address);
      await this.#powerOn(adapter);
      if (!device.paired) await this.#call('Pairing', device.path, `${bluez}.Device1`, 'Pair');
      const trusted = ['set-property', bluez, device.path, `${bluez}.Device1`, 'Trusted', 'b', 'true'];
      await this.#run('Pairing', trusted);
      if (!device.connected) await this.#call('Connecting', device.path, `${bluez}.Device1`, 'Connect');
    });
  }

  async disconnect(address: string): Promise<void> {
    await this.#alone(async () => {
      const { device } = await this.#find(address);
      if (device.connected) await this.#call('Disconnecting', device.path, `${bluez}.Device1`, 'Disconnect');
    });
  }

  async forget(address: string): Promise<void> {
    await this.#alone(async () => {
      const { adapter, device } = await this.#find(address);
      await this.#call('Forgetting', adapter, `${bluez}.Adapter1`, 'RemoveDevice', 'o', device.path);
    });
  }

  close(): void {
    this.#search?.kill('SIGKILL');
  }

  /** Runs `work` unless other work is running, because BlueZ refuses most calls while it connects. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy)
      throw new AppError('bluetooth-failed', 'Bluetooth is busy with another device. Try again in a moment.');
    this.#isBusy = true;
    try {
      await work();
    } finally {
      this.#isBusy = false;
    }
  }

  async #read(): Promise<{ adapter: string; devices: (BluetoothDevice & { path: string })[] } | undefined> {
    const manager = 'org.freedesktop.DBus.ObjectManager';
    const words = ['--json=short', '--auto-start=no', 'call', bluez, '/', manager, 'GetManagedObjects'];
    const { status, stdout } = await runProgram(['busctl', '--system', ...words], listWithinMs);
    return status === 0 ? readObjects(stdout) : undefined;
  }

  async #known() {
    const known = await this.#read();
    if (known !== undefined) return known;
    throw new AppError(
      'bluetooth-failed',
      'This machine has no Bluetooth. Install “bluez”, and check that the radio is on (“rfkill unblock bluetooth”).',
    );
  }

  async #find(address: string) {
    const { adapter, devices } = await this.#known();
    const device = devices.find((each) => each.address === address);
    if (device !== undefined) return { adapter, device };
    throw new AppError(
      'bluetooth-failed',
      `The device ${address} is not known any more. Put it into pairing mode and search again.`,
    );
  }

  #powerOn(adapter: string): Promise<void> {
    const words = ['set-property', bluez, adapter, `${bluez}.Adapter1`, 'Powered', 'b', 'true'];
    return this.#run('Switching the radio on', words);
  }

  #call(what: string, ...words: string[]): Promise<void> {
    return this.#run(what, ['call', bluez, ...words]);
  }

  async #run(what: string, words: readonly string[]): Promise<void> {
    const options = ['--system', '--auto-start=no', `--timeout=${callWithinSeconds}`];
    const outcome = await runProgram(['busctl', ...options, ...words], (callWithinSeconds + 5) * 1000);
    if (outcome.status !== 0) throw new AppError('bluetooth-failed', `${what} failed. ${advice(outcome)}`);
  }
}

const bluez = 'org.bluez';

function readObjects(json: string) {
  const [objects = {}] = (JSON.parse(json) as { data: [Objects?] }).data;
  const adapter = Object.keys(objects).find((path) => objects[path]?.[`${bluez}.Adapter1`] !== undefined);
  if (adapter === undefined) return undefined;
  const devices = Object.entries(objects).flatMap(([path, interfaces]) => {
    const device = interfaces?.[`${bluez}.Device1`];
    if (device === undefined || !path.startsWith(`${adapter}/`) || !isSpeaker(device)) return [];
    const address = String(device.Address?.data);
    const name = String(device.Alias?.data ?? address).slice(0, 100);
    return [
      {
        path,
        address,
        name,
        paired: device.Paired?.data === true,
        connected: device.Connected?.data === true,
      },
    ];
  });
  devices.sort(
    (a, b) =>
      Number(b.connected) - Number(a.connected) ||
      Number(b.paired) - Number(a.paired) ||
      a.name.localeCompare(b.name),
  );
  return { adapter, devices: devices.slice(0, maxDevices) };
}

const audioSink = '0000110b-0000-1000-8000-00805f9b34fb';
/** Major device class of audio and video devices. */
const audioClass = 4;

/** Checks several properties, because devices report only some of them before they are paired. */
function isSpeaker({ UUIDs, Icon, Class }: Properties): boolean {
  return (
    (Array.isArray(UUIDs?.data) && UUIDs.data.includes(audioSink)) ||
    String(Icon?.data).startsWith('audio-') ||
    ((Number(Class?.data) >> 8) & 0x1f) === audioClass
  );
}

/** Advice for users, selected by words in BlueZ's error messages. */
const causes: readonly [RegExp, string][] = [
  [
    /page.?timeout|host.?(?:is )?down|abort|timed out|not available/i,
    'It does not answer. Switch it on and bring it near.',
  ],
  [/authentication|rejected|canceled/i, 'It refused. Put it into pairing mode and try again.'],
  [
    /profile-unavailable|protocol not available/i,
    'No program on this machine plays to it. Install “bluez-alsa-utils” and “libasound2-plugin-bluez”.',
  ],
  [/denied|permission/i, 'The station may not use Bluetooth. Add its user to the group “bluetooth”.'],
];

function advice({ status, said }: Outcome): string {
  if (status === undefined || said === '') return 'Bluetooth does not answer. Restart the machine.';
  const [, text] = causes.find(([words]) => words.test(said)) ?? [];
  return text ?? `Bluetooth says: ${said.replace(/^Call failed: /, '').slice(0, 200)}.`;
}
