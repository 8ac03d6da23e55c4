import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needsProgram } from '@stationery/core/testing';
import { onTestFinished, vi } from 'vitest';
import { waitForIt } from './rig.ts';

const programs = [
  needsProgram('dbus-daemon', 'dbus'),
  needsProgram('busctl', 'systemd'),
  needsProgram('bluetoothctl', 'bluez'),
];
const template = '/usr/lib/python3/dist-packages/dbusmock/templates/bluez5.py';
export const bluezRuns = programs.every(({ run }) => run) && existsSync(template);

/** Starts a separate system bus, without BlueZ yet, for programs that the test starts. */
export async function startBluez(folder: string) {
  const bus = `unix:path=${join(folder, 'bus')}`;
  const config = join(folder, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>system</type><listen>${bus}</listen><auth>EXTERNAL</auth><policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  const env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: bus };
  const start = (program: string, ...words: string[]) => {
    const child = spawn(program, words, { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  start('dbus-daemon', '--nofork', `--config-file=${config}`);
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', bus);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = async (...words: string[]) =>
    (await promisify(execFile)('busctl', ['--system', '--json=short', ...words], { env, timeout: 10_000 }))
      .stdout;
  const mock = (path: string, ...words: string[]) => run('call', 'org.bluez', path, ...words);
  const pathOf = (address: string) => `/org/bluez/hci0/dev_${address.replaceAll(':', '_')}`;
  await waitForIt(async () => void (await run('list')));
  return {
    /** Starts a BlueZ with a radio. Returns a function that kills it. */
    async begin() {
      const child = start('/usr/bin/python3', '-m', 'dbusmock', '--system', '--template', 'bluez5');
      await waitForIt(
        async () => void (await mock('/', 'org.bluez.Mock', 'AddAdapter', 'ss', 'hci0', 'box')),
      );
      return () => void child.kill('SIGKILL');
    },
    /** Adds a device in pairing mode. `refusal` is the error with which connecting fails. */
    async appear(address: string, name: string, icon = 'audio-headset', refusal?: string) {
      await mock('/', 'org.bluez.Mock', 'AddDevice', 'sss', 'hci0', address, name);
      const update = ['UpdateProperties', 'sa{sv}', 'org.bluez.Device1', '1', 'Icon', 's', icon];
      await mock(pathOf(address), 'org.freedesktop.DBus.Mock', ...update);
      // Set the property here, because the template announces it without setting it.
      const add = (method: string, code: string) =>
        mock(
          pathOf(address),
          ...['org.freedesktop.DBus.Mock', 'AddMethod', 'sssss', 'org.bluez.Device1', method, '', '', code],
        );
      const set = (value: string) =>
        `self.UpdateProperties('org.bluez.Device1', {'Connected': dbus.Boolean(${value})})`;
      const raise = `raise dbus.exceptions.DBusException('${refusal}', name='org.bluez.Error.Failed')`;
      await add('Connect', refusal === undefined ? set('True') : raise);
      await add('Disconnect', set('False'));
    },
    async vanish(address: string) {
      await mock('/org/bluez/hci0', 'org.bluez.Adapter1', 'RemoveDevice', 'o', pathOf(address));
    },
    async property(address: string, name: string): Promise<unknown> {
      const text = await run('get-property', 'org.bluez', pathOf(address), 'org.bluez.Device1', name);
      return (JSON.parse(text) as { data: unknown }).data;
    },
    async isSearching(): Promise<boolean> {
      const text = await run(
        'get-property',
        'org.bluez',
        '/org/bluez/hci0',
        'org.bluez.Adapter1',
        'Discovering',
      );
      return (JSON.parse(text) as { data: boolean }).data;
    },
  };
}
