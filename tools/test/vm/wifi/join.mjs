// Inside the machine: tests the Wi-Fi that “stationery network apply” sets up, on a real radio stack.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from '../../../lib/until.mjs';
import { run, start, succeeds } from '../guest/programs.mjs';
import { runStationery, startService, stationeryWords } from '../guest/stationery.mjs';
import { runSteps } from '../guest/steps.mjs';
import { inMachine, switchOnRadios } from './air.mjs';
import { address, machineState, settings } from './network.mjs';
import * as phone from './phone.mjs';
import { runUnit, startUnit } from './units.mjs';

const { STATION_WIFI_SSID: ssid, STATION_WIFI_PASSPHRASE: passphrase } = settings;
const neighbour = 'FRITZ!Box 7590';
const service = {
  STATION_HOST: '0.0.0.0',
  STATION_DATA_DIR: '/run/data',
  STATION_NAMES_FILE: '/run/stationery/names/station',
};

let accessPoint;
let nextDoor;
let supplicant;
let station;
let watchdog;
let nameServer;
let phoneAddress;
let before;

const interfaceInfo = () => run('iw', 'dev', 'wlan0', 'info');
const blocked = /^\tSoft blocked: yes$/m;
const isUp = () => (Number(readFileSync('/sys/class/net/wlan0/flags', 'utf8')) & 1) === 1;

await runSteps({
  'there are three radios: of the station, of a phone, and of a known network next door': async () => {
    switchOnRadios('phone', 'next-door');
    writeFileSync('/run/next-door.conf', `interface=wlan2\nssid=${neighbour}\nchannel=1\nhw_mode=g\n`);
    nextDoor = start(...inMachine('next-door', 'hostapd', '/run/next-door.conf'));
    await until('next door is on the air', () => nextDoor.output().includes('AP-ENABLED'));
  },
  'hostapd runs with the generated file': async () => {
    before = machineState();
    const applied = await runStationery(['network', 'apply'], settings);
    assert.equal(applied.status, 0);
    run('systemd-sysusers');
    mkdirSync('/run/stationery/names', { recursive: true });
    station = startService(['station'], service);
    Object.assign(process.env, settings);
    watchdog = start(...stationeryWords('network', 'watch'));
    runUnit('stationery-network.service');
    accessPoint = startUnit('stationery-hostapd.service');
    await until('the access point is on the air', () => accessPoint.output().includes('AP-ENABLED'));
    nameServer = startUnit('stationery-dnsmasq.service');
    assert.match(interfaceInfo(), /^\ttype AP$/m);
  },
  'a wrong passphrase is refused': async () => {
    supplicant = phone.join(ssid, 'five dry sheep');
    await until('the phone is refused', () => /reason=WRONG_KEY/.test(supplicant.output()));
    assert.match(supplicant.output(), /4-Way Handshake failed/);
    assert.equal(phone.link(), 'Not connected.');
    assert.equal(phone.addresses(), '');
    assert.doesNotMatch(accessPoint.output(), /AP-STA-CONNECTED/);
    await supplicant.stop();
  },
  'a phone joins with the right passphrase': async () => {
    supplicant = phone.join(ssid, passphrase);
    await until('the phone has joined', () => supplicant.output().includes('CTRL-EVENT-CONNECTED'));
    assert.match(supplicant.output(), /WPA: Key negotiation completed .*\[PTK=CCMP GTK=CCMP\]/);
    return `after ${until.tookMs} ms`;
  },
  'the phone gets an address and a name server, but no default route': () => {
    const offer = phone.askForAddress();
    assert.match(offer.ip, /^10\.55\.0\.\d+$/);
    assert.notEqual(offer.ip, address);
    assert.deepEqual([offer.mask, offer.router, offer.dns], [24, '', address]);
    assert.doesNotMatch(phone.routes(), /default/);
    phoneAddress = offer.ip;
    return offer.ip;
  },
  'the phone reads the settings at the name that every station has': async () => {
    await until('the station runs', station.isUp);
    const { data } = phone.get('http://station.local/api/v1/settings');
    const mac = readFileSync('/sys/class/net/wlan0/address', 'utf8').trim();
    assert.equal(data.serial, mac.replaceAll(':', '').toUpperCase());
  },
  'the phone reads the settings at the nickname as soon as the station has one': async () => {
    phone.rename('http://station.local/api/v1/settings', 'Dr. Küche');
    for (const host of ['dr-kuche.local', 'dr-kuche', 'station']) {
      const read = await until(`${host} answers`, () => {
        try {
          return phone.get(`http://${host}/api/v1/settings`);
        } catch {
          return undefined;
        }
      });
      assert.equal(read.data.nickname, 'Dr. Küche');
    }
  },
  'the phone finds the station by DNS-SD over the air': () => {
    const ask = fileURLToPath(new URL('ask.mjs', import.meta.url));
    const data = JSON.parse(run(...inMachine('phone', process.execPath, ask, phoneAddress)));
    assert.deepEqual(data[0], { type: 'PTR', target: ['Dr. Küche', '_stationery', '_tcp', 'local'] });
    assert.ok(data.some((one) => one.type === 'A' && one.address === address));
  },
  'the phone is told that there is internet, so that it stays connected': () => {
    const said = run(
      ...inMachine('phone', 'curl', '-sS', '-o', '/dev/null', '-w', '%{http_code}'),
      'http://connectivitycheck.gstatic.com/generate_204',
    );
    assert.equal(said, '204');
  },
  'the phone cannot reach SSH or the plotter of the box, with any kind of address': async () => {
    for (const port of [22, 3000]) {
      start('busybox', 'httpd', '-f', '-p', `[::]:${port}`, '-h', '/run');
      await until(`${port} answers`, () =>
        succeeds('curl', '-gs', '-o', '/dev/null', `http://[::1]:${port}/`),
      );
      assert.ok(succeeds('curl', '-s', '-o', '/dev/null', `http://127.0.0.1:${port}/`));
    }
    const [, linkLocal] = / inet6 (fe80\S+)\//.exec(run('ip', '-6', '-o', 'address', 'show', 'dev', 'wlan0'));
    for (const place of [`${address}:22`, `${address}:3000`, `[${linkLocal}%25wlan1]:22`]) {
      assert.ok(!phone.connects(`http://${place}/`, { withinS: 3 }), place);
    }
    for (const place of [`http://${address}/`, `https://${address}/`]) {
      assert.ok(phone.connects(place, { withinS: 60 }), place);
    }
    await until('the station is reached', () => phone.reaches(address));
  },
  'the phone cannot reach other networks, even with a route through the station': async () => {
    run('ip', 'netns', 'add', 'street');
    run('ip', 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', 'street');
    run('ip', 'address', 'add', '203.0.113.1/24', 'dev', 'eth0');
    run('ip', 'link', 'set', 'eth0', 'up');
    run('ip', '-n', 'street', 'address', 'add', '203.0.113.2/24', 'dev', 'eth0');
    run('ip', '-n', 'street', 'link', 'set', 'eth0', 'up');
    run('ip', '-n', 'street', 'route', 'add', '10.55.0.0/24', 'via', '203.0.113.1');
    phone.useRouter(address);
    await until('the street is there', () =>
      succeeds('busybox', 'ping', '-c', '1', '-W', '2', '203.0.113.2'),
    );
    await until('the station is reached', () => phone.reaches(address));
    assert.ok(!phone.reaches('203.0.113.2'));
  },
  'the station’s radio was an access point all the time, and joined no network': () => {
    assert.match(interfaceInfo(), /^\ttype AP$/m);
    assert.doesNotMatch(nextDoor.output(), /AP-STA-CONNECTED|associated/);
    assert.match(watchdog.output(), /^wlan0 is an access point \(“Küche”\)$/m);
    assert.doesNotMatch(watchdog.output(), /joined|the radio was/);
  },
  'the watchdog switches the radio off when it is made to join a network': async () => {
    await accessPoint.stop();
    run('ip', 'link', 'set', 'wlan0', 'down');
    run('iw', 'dev', 'wlan0', 'set', 'type', 'managed');
    run('ip', 'link', 'set', 'wlan0', 'up');
    run('iw', 'dev', 'wlan0', 'connect', neighbour);
    await until('the radio is off', () => !isUp() && blocked.test(run('rfkill', 'list', 'wifi')));
    const { tookMs } = until;
    const words = `wlan0 has joined the network “${neighbour}”; the radio was switched off`;
    await until('the watchdog says why', () => watchdog.output().includes(words));
    return `after ${tookMs} ms`;
  },
  '“stationery doctor” reports the network that the radio joined': async () => {
    const { status, stdout } = await runStationery(['doctor', '--json']);
    assert.equal(status, 1);
    const { ok, checks } = JSON.parse(stdout);
    assert.equal(ok, false);
    const { detail } = checks.find(({ name }) => name === 'Watchdog');
    assert.ok(
      detail.includes(`wlan0 has joined the network “${neighbour}”; the radio was switched off`),
      detail,
    );
  },
  '“stationery network remove” restores the files and switches the radio on': async () => {
    await watchdog.stop();
    nameServer.stop();
    assert.ok(blocked.test(run('rfkill', 'list', 'wifi')));
    assert.equal((await runStationery(['network', 'remove'])).status, 0);
    assert.deepEqual(machineState(), before);
    assert.ok(!blocked.test(run('rfkill', 'list', 'wifi')));
  },
});

station?.kill('SIGKILL');
await watchdog?.stop('SIGKILL');
process.exit();
