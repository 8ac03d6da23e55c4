import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { versions } from '../packages/for-tests.mjs';
import { differences, listFiles } from './files-of-root.mjs';
import { networkApplyAndRemove } from './network-apply-and-remove.mjs';

const station = 'stationery-station.service';
const plotter = 'stationery-plotter.service';
const watchdog = 'stationery-watchdog.service';
const json = ['-H', 'Content-Type: application/json'];
const document = ['-H', 'Content-Type: application/vnd.api+json'];

export function packageLifecycle(container, packages) {
  let before;
  const ask = (...args) =>
    JSON.parse(container.run('curl', '-sS', '--fail-with-body', '--max-time', '20', ...args));
  const stationVersion = () => ask('http://127.0.0.1/api/v1/settings').data.fw_version;
  const plotting = (path, ...args) => ask(`http://127.0.0.1:3000/api/plotter/${path}`, ...args);
  const mainPid = (unit) => Number(container.show(unit, 'MainPID'));
  const childPid = () =>
    Number(container.run('pgrep', '-P', String(mainPid(station)), '-f', 'stationery.mjs station'));
  const restarts = (unit) => Number(container.show(unit, 'NRestarts'));
  const settings = (change) => {
    const path = container.path('/etc/stationery/config.json');
    const config = JSON.parse(container.run('cat', '/etc/stationery/config.json'));
    writeFileSync(path, JSON.stringify(change(config), null, 2));
  };
  /** Strikes the service, and waits until it answers in a new process. */
  const comesBack = async (unit, strike, isThere) => {
    const count = restarts(unit);
    const pid = mainPid(unit);
    strike(pid);
    await container.until(
      `${unit} came back`,
      () => restarts(unit) > count && mainPid(unit) !== pid && isThere(),
    );
    // The service may answer before systemd reports the unit as active.
    await container.until(`${unit} is active`, () => container.show(unit, 'ActiveState') === 'active');
  };
  const plotterAnswers = () => plotting('health') !== undefined;

  return {
    'the package is installed, and the station answers as soon as systemd calls it started': () => {
      before = listFiles(container);
      const { status, stdout, stderr } = container.try('dpkg', '--install', `/packages/${packages.first}`);
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(`${stdout}${stderr}`, /fail|error|not found|warning/i);
      assert.equal(container.show(station, 'ActiveState'), 'active');
      assert.equal(stationVersion(), '00.01.00');
      container.run('systemctl', 'enable', '--now', plotter);
      assert.deepEqual(Object.keys(plotting('health')).length > 0, true);
      assert.deepEqual(
        [station, plotter].map((unit) => [
          container.show(unit, 'Type'),
          container.show(unit, 'StartLimitIntervalUSec'),
        ]),
        [
          ['notify', '0'],
          ['notify', '0'],
        ],
      );
    },

    'the services run with few system calls, and only they and root read the config file': () => {
      for (const unit of [station, plotter]) {
        assert.equal(container.show(unit, 'SystemCallArchitectures'), 'native');
        assert.match(container.run('cat', `/proc/${mainPid(unit)}/status`), /^Seccomp:\s+2$/m);
      }
      const rights = () => container.run('stat', '-c', '%a %U:%G', '/etc/stationery/config.json').trim();
      assert.equal(rights(), '640 root:stationery');
      // Change owner and mode, like an editor that replaces the file with a new one.
      container.run('chown', 'root:root', '/etc/stationery/config.json');
      container.run('chmod', '644', '/etc/stationery/config.json');
      container.run('systemd-tmpfiles', '--create');
      assert.equal(rights(), '640 root:stationery');
    },

    'a file is uploaded': () => {
      const file = { type: 'file', filename: 'hello.txt', media_type: 'text/plain', encoded: 'aGVsbG8=' };
      const body = JSON.stringify({ data: file });
      const { data } = ask('http://127.0.0.1/api/v1/files', ...document, '-d', body);
      assert.equal(container.run('curl', '-sS', `http://127.0.0.1/api/v1/files/${data.id}/content`), 'hello');
    },

    'a running station uses a card when it is mounted, and reports it missing when it is gone': async () => {
      const address = 'http://127.0.0.1/api/v1/sdcard';
      const status = () =>
        container.run('curl', '-sS', '-o', '/dev/null', '-w', '%{http_code}', address).trim();
      const withCard = (cardDir) =>
        settings(({ station, ...others }) => ({ ...others, station: { ...station, cardDir } }));
      withCard('/media/card');
      container.run('systemctl', 'restart', station);
      assert.equal(status(), '503');
      // Mount a card: the service has a private mount namespace, which must follow the machine's mounts.
      container.run('mkdir', '-p', '/media/card');
      container.run('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'card', '/media/card');
      await container.until('the card is in', () => status() === '200');
      const file = { type: 'file', filename: 'on the card.txt', encoded: 'aGVsbG8=' };
      ask('http://127.0.0.1/api/v1/files', ...document, '-d', JSON.stringify({ data: file }));
      assert.equal(container.run('cat', '/media/card/on the card.txt'), 'hello');
      container.run('umount', '--lazy', '/media/card');
      container.run('rmdir', '/media/card');
      await container.until('the card is out', () => status() === '503');
      withCard(undefined);
      container.run('systemctl', 'restart', station);
    },

    'only warnings have the priority of a warning in the journal': () => {
      container.run('install', '-m', '644', '/packages/release.pub', '/etc/stationery/');
      settings((config) => ({
        ...config,
        station: { ...config.station, firmwareKeys: ['/etc/stationery/release.pub'], fromTheFuture: 1 },
      }));
      container.run('systemctl', 'restart', station);
      const warned = container.journal('-p', 'warning', '-u', station);
      assert.match(warned, /fromTheFuture/);
      assert.doesNotMatch(warned, /^<|starting 0\.1\.0|"level":30/m);
      assert.match(container.journal('-p', 'info', '-u', station), /starting 0\.1\.0/);
      settings(({ station: { fromTheFuture: _, ...rest }, ...others }) => ({ ...others, station: rest }));
    },

    'an update runs on trial and is kept, and systemd sees one service throughout': async () => {
      const launcher = mainPid(station);
      const sent = [
        '-X',
        'PATCH',
        '-F',
        'update=@/packages/update.stnfw',
        'http://127.0.0.1/api/v1/firmware',
      ];
      ask(...sent);
      const stays = `${versions.update} is healthy and stays`;
      await container.until('the update stays', () => container.journal('-u', station).includes(stays));
      assert.equal(stationVersion(), '00.01.05');
      assert.deepEqual([mainPid(station), restarts(station)], [launcher, 0]);
    },

    'a service that is killed restarts, every time': async () => {
      for (let round = 0; round < 2; round++) {
        await comesBack(station, () => container.run('kill', '-KILL', String(childPid())), stationVersion);
        await comesBack(station, (pid) => container.run('kill', '-KILL', String(pid)), stationVersion);
      }
      await comesBack(plotter, (pid) => container.run('kill', '-KILL', String(pid)), plotterAnswers);
      assert.match(container.journal('-p', 'warning', '-u', station), /came to nothing; waiting for 2 s/);
      assert.equal(stationVersion(), '00.01.05');
    },

    'a requested start is not delayed': () => {
      container.run('systemctl', 'restart', station);
      assert.equal(container.run('ls', '/run/stationery-station').trim(), 'starts.json');
      assert.equal(JSON.parse(container.run('cat', '/run/stationery-station/starts.json')).count, 0);
    },

    'a service that hangs is killed and restarts': async () => {
      for (const unit of [station, plotter]) {
        container.run('mkdir', '-p', `/run/systemd/system/${unit}.d`);
        writeFileSync(
          container.path(`/run/systemd/system/${unit}.d/quick.conf`),
          '[Service]\nWatchdogSec=6\n',
        );
      }
      container.run('systemctl', 'daemon-reload');
      container.run('systemctl', 'restart', station, plotter);
      const stop = (pid) => container.run('kill', '-STOP', String(pid));
      // Stop the plotter at the same time as the station, because each restart takes one watchdog timeout. Stop the
      // station's process and its launcher in turn, because they belong to one service.
      const plotterBack = comesBack(plotter, stop, plotterAnswers);
      await comesBack(station, () => stop(childPid()), stationVersion);
      await comesBack(station, stop, stationVersion);
      await plotterBack;
      const killed = container
        .journal('-p', 'warning', '-u', station, '-u', plotter)
        .match(/Watchdog timeout/gi);
      assert.equal(killed?.length >= 3, true);
      // A healthy service sends watchdog pings, so it must survive the timeout.
      const pids = [mainPid(station), mainPid(plotter)];
      await pause(8000);
      assert.deepEqual([mainPid(station), mainPid(plotter)], pids);
      container.run('rm', '-r', `/run/systemd/system/${station}.d`, `/run/systemd/system/${plotter}.d`);
      container.run('systemctl', 'daemon-reload');
    },

    'a stop succeeds, even during a start': () => {
      const state = (unit) => [container.show(unit, 'ActiveState'), container.show(unit, 'Result')];
      container.run('systemctl', 'stop', station, plotter);
      assert.deepEqual([station, plotter].map(state), Array(2).fill(['inactive', 'success']));
      for (const delay of ['0', '0.1', '0.3', '0.6']) {
        container.run('systemctl', 'start', '--no-block', station, plotter);
        container.run('sleep', delay);
        container.run('systemctl', 'stop', station, plotter);
        assert.deepEqual(
          [station, plotter].map(state),
          Array(2).fill(['inactive', 'success']),
          `after ${delay} s`,
        );
      }
      container.run('systemctl', 'start', station, plotter);
    },

    ...networkApplyAndRemove(container),

    'an upgrade lets a job end, and then the plotter runs the new version': async () => {
      // Set up the network. Without a radio, only some of its units start, including the watchdog.
      container.try('stationery', 'network', 'apply', '--wifi-ssid', 'Kitchen');
      const old = { plotter: mainPid(plotter), watchdog: mainPid(watchdog), station: mainPid(station) };
      // This job takes longer than any upgrade.
      const moves = Array.from({ length: 2000 }, (_, index) => `MOVE X${index % 2 === 0 ? 8000 : 0} Y0`);
      const async = ['-H', 'Prefer: respond-async'];
      await container.until('the plotter is ready', () => plotting('status').link.state === 'ready');
      const job = plotting('job', ...json, ...async, '-d', JSON.stringify({ commands: moves }));
      const said = container.run('dpkg', '--install', `/packages/${packages.second}`);
      assert.match(said, /restarts in the new version as soon as no job/);
      assert.equal(mainPid(plotter), old.plotter);
      assert.equal(plotting(`jobs/${job.id}`).state.state, 'running');
      assert.notEqual(mainPid(watchdog), old.watchdog);
      assert.deepEqual(
        [container.show(watchdog, 'ActiveState'), container.show(watchdog, 'Type')],
        ['active', 'notify'],
      );
      assert.notEqual(mainPid(station), old.station);
      assert.equal(stationVersion(), '00.02.00');
      plotting(`jobs/${job.id}/cancel`, '-X', 'POST');
      await container.until(
        'the plotter restarted',
        () => mainPid(plotter) !== old.plotter && plotterAnswers(),
      );
      assert.equal(plotting(`jobs/${job.id}`).state.state, 'cancelled');
      assert.match(
        container.journal('-u', plotter, '-b'),
        new RegExp(`Stationery plotter ${versions.second}`),
      );
      assert.equal(container.run('ls', '/run/stationery-plotter').trim(), 'starts.json');
    },

    'purging the package leaves nothing': () => {
      container.run('dpkg', '--remove', 'stationery');
      assert.equal(container.try('pgrep', '-u', 'stationery').stdout, '');
      container.run('test', '-e', '/var/lib/stationery/station');
      container.run('dpkg', '--purge', 'stationery');
      assert.deepEqual(differences(before, listFiles(container)), []);
      assert.equal(
        container.run('systemctl', 'list-units', '--all', '--plain', '--no-legend', 'stationery*'),
        '',
      );
    },
  };
}
