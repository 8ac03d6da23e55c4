import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainPlan } from '../../../test/support/network-plan.ts';
import { type NetworkPlan, networkPlan } from '../network-plan.ts';
import { isLink, type Rendered } from '../rendered-file.ts';
import { networkSettingsFrom } from '../settings/read-network-settings.ts';
import { cardUnits } from '../units/index.ts';
import { renderNetwork } from './render-network.ts';

const contentOf = (rendered: readonly Rendered[], end: string) => {
  const found = rendered.find(({ path }) => path.endsWith(end));
  return found === undefined || isLink(found) ? '' : found.content;
};
const masked = (plan: NetworkPlan) =>
  renderNetwork(plan).flatMap((each) => (isLink(each) && each.target === '/dev/null' ? [each.path] : []));

describe('the rendered network configuration', () => {
  it('keeps other programs from using the interface to join a network', () => {
    const rendered = renderNetwork(plainPlan);
    expect(contentOf(rendered, '05-stationery.network')).toContain('Name=wlan0\n\n[Link]\nUnmanaged=yes');
    expect(masked(plainPlan)).toEqual(
      expect.arrayContaining(
        ['wpa_supplicant@wlan0.service', 'iwd.service', 'wpa_supplicant.service'].map(
          (name) => `/etc/systemd/system/${name}`,
        ),
      ),
    );
    expect(contentOf(rendered, 'conf.d/90-stationery.conf')).toContain(
      '[keyfile]\nunmanaged-devices+=type:wifi\n',
    );
  });

  it('routes and masquerades nothing', () => {
    const rendered = renderNetwork(plainPlan);
    const everything = rendered.map((each) => (isLink(each) ? '' : each.content)).join('\n');
    expect(everything).not.toMatch(
      /masquerade|method=shared|^bridge=|^server=|ip_forward *= *1|forwarding *= *1/im,
    );
    expect(everything).toContain('net.ipv4.ip_forward=0\nnet.ipv6.conf.all.forwarding=0\n');
    expect(contentOf(rendered, 'firewall.nft')).toContain('iifname "wlan0" drop\n    oifname "wlan0" drop');
    expect(contentOf(rendered, 'dnsmasq.conf')).toContain('\ndhcp-option=option:router\n');
  });

  it('keeps the passphrase in files that only root reads', () => {
    const holders = renderNetwork(plainPlan).filter(
      (each) => !isLink(each) && each.content.includes(plainPlan.passphrase),
    );
    expect(holders).toMatchObject([{ mode: 0o600 }]);
  });

  it('makes the config file, which can hold access tokens, readable only by root and the services', () => {
    const rendered = renderNetwork(plainPlan);
    expect(rendered.find(({ path }) => path === '/etc/stationery/config.json')).toMatchObject({
      mode: 0o640,
    });
    expect(contentOf(rendered, 'tmpfiles.d/stationery-config.conf')).toBe(
      'z /etc/stationery/config.json 0640 root stationery -\n',
    );
  });

  it('limits the system calls of every service', () => {
    const rendered = [...renderNetwork(plainPlan), ...cardUnits({ program: ['/usr/bin/stationery'] })];
    const services = rendered.flatMap((each) =>
      !isLink(each) && each.path.endsWith('.service') ? [each.content] : [],
    );
    expect(services.length).toBeGreaterThan(4);
    for (const content of services) {
      const lines = content.split('\n');
      expect(lines).toContain('SystemCallArchitectures=native');
      expect(lines).toContain('SystemCallFilter=@system-service');
    }
  });

  it('makes the access point encrypt with AES and isolates guests from each other', () => {
    const conf = contentOf(renderNetwork(plainPlan), 'hostapd.conf');
    for (const line of ['wpa=2', 'wpa_key_mgmt=WPA-PSK', 'rsn_pairwise=CCMP', 'ap_isolate=1', 'hw_mode=g']) {
      expect(conf.split('\n')).toContain(line);
    }
    expect(conf).not.toContain('country_code');
    const fast = contentOf(renderNetwork({ ...plainPlan, country: 'DE', channel: 36 }), 'hostapd.conf');
    expect(fast).toContain('country_code=DE\nieee80211d=1\nhw_mode=a\nchannel=36\n');
  });

  it('is open, without a passphrase, only if that is configured', () => {
    const conf = contentOf(renderNetwork({ ...plainPlan, isOpen: true }), 'hostapd.conf');
    expect(conf).not.toMatch(/wpa|kq7m/);
    expect(conf).toContain('\nap_isolate=1\n');
  });

  it.each([
    [{}, '53, 80, 443'],
    [{ STATION_HTTP_PORT: '8080', STATION_HTTPS_PORT: '8443' }, '53, 8080, 8443'],
    [{ STATION_WIFI_PLOTTER: 'on' }, '53, 80, 443, 3000'],
  ])('for %j lets guests reach the TCP ports %s and drops the rest', (env, ports) => {
    const settings = networkSettingsFrom({ args: [], env });
    const parts = { passphrase: '', program: [], serial: '0200A1A1B2C3', plotterPort: 3000 };
    const plan = networkPlan(settings, parts);
    expect(plan).toMatchObject({ ssid: 'Station-A1B2C3' });
    const rules = contentOf(renderNetwork(plan), 'firewall.nft');
    expect(rules).toContain(`    tcp dport { ${ports} } accept\n`);
    expect(rules).toContain('    iifname "wlan0" jump guests\n');
    expect(rules).toMatch(/icmpv6 type .* accept\n {4}drop\n/);
  });

  it('is named after the serial number if there is one', () => {
    const settings = networkSettingsFrom({ args: [], env: {} });
    const parts = { passphrase: '', program: [], serial: undefined, plotterPort: 3000 };
    expect(() => networkPlan(settings, parts)).toThrow('set STATION_WIFI_SSID');
  });

  it('has the same number of lines for every name and passphrase', () => {
    const keys = (plan: NetworkPlan) =>
      renderNetwork(plan)
        .map((each) => (isLink(each) ? each.path : each.content.replace(/=.*/g, '')))
        .join('\n');
    const expected = keys(plainPlan);
    // Settings cannot contain line breaks. If one did nevertheless, it must not start a new line in a file.
    const unit = fc.constantFrom(...'a1 #=;:"\'\\[]%$\n\r\0ü\u2028🎈');
    const text = fc.string({ unit, minLength: 1, maxLength: 12 });
    const passphrase = fc.string({ minLength: 8, maxLength: 63 });
    fc.assert(
      fc.property(text, passphrase, (ssid, chosen) => {
        expect(keys({ ...plainPlan, ssid, passphrase: chosen })).toBe(expected);
      }),
    );
  });
});
