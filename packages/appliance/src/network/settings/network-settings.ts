import { radioCountries } from '@stationery/contract/radio-countries';
import {
  choice,
  named,
  optionalText,
  SettingError,
  text,
  type UnnamedSetting,
  wholeNumber,
} from '@stationery/core';
import { isPassphrase } from './is-passphrase.ts';
import { readSubnet, type Subnet } from './subnet.ts';

/** Settings of the station's own network. There must never be one for a network to join. */
export const networkSettings = named('STATION', {
  wifiInterface: checked(
    text({ placeholder: '<name>', help: 'The Wi-Fi interface', default: 'wlan0' }),
    (name) => {
      // Follows the kernel's rules for names, and also excludes characters that are special in a file that
      // contains the name.
      if (!/^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,15}$/.test(name))
        return `must be the name of an interface, such as wlan0, not “${name}”`;
    },
  ),
  wifiSsid: checked(
    optionalText({
      placeholder: '<name>',
      help: 'The name of the network, 1 to 32 bytes',
      defaultText: 'Station- and the last six digits of the serial',
    }),
    (ssid) => {
      if (ssid !== undefined && (Buffer.byteLength(ssid) > 32 || !ssid.isWellFormed()))
        return `must have at most 32 bytes, not ${Buffer.byteLength(ssid)}: letters such as ü have two`;
      if (ssid !== undefined && /[\p{Cc}\u2028\u2029]/u.test(ssid))
        return 'must be one line of text without control characters';
    },
  ),
  wifiPassphrase: checked(
    optionalText({
      placeholder: '<text>',
      help: 'The passphrase of the network, 8 to 63 printable ASCII characters',
      defaultText: 'made once and kept',
    }),
    (passphrase) => {
      if (passphrase !== undefined && !isPassphrase(passphrase))
        return 'must have 8 to 63 printable ASCII characters: no ä, é or emoji';
    },
  ),
  wifiSecurity: choice({
    choices: ['wpa2', 'open'],
    help: 'Whether joining needs the passphrase; open: everyone nearby can join, for setting up',
    default: 'wpa2',
  }),
  wifiCountry: {
    ...optionalText({
      placeholder: '<DE>',
      help: 'The country whose rules the radio obeys, two letters',
      defaultText: 'none: only what every country allows, channels 1 to 11',
    }),
    read(value: string) {
      if (value === '') return undefined;
      const country = value.toUpperCase();
      if (!radioCountries.includes(country))
        throw new SettingError(`must be the two letters of a country, such as DE or GB, not “${value}”`);
      return country;
    },
  },
  wifiChannel: wholeNumber({
    placeholder: '<channel>',
    help: 'The channel: 1 to 11; with a country also 36, 40, 44, 48, and 12 and 13 if the country allows them',
    default: 6,
    min: 1,
    max: 196,
  }),
  wifiPlotter: choice({
    choices: ['on', 'off'],
    help: 'Whether guests on the Wi-Fi reach the plotter service on this machine',
    default: 'off',
  }),
  wifiAddress: {
    placeholder: '<address/prefix>',
    help: 'The station’s address in its network, from a private range',
    default: readSubnet('10.55.0.1/24'),
    defaultText: '10.55.0.1/24',
    read: readSubnet,
  } as UnnamedSetting<Subnet>,
});

/** Adds a check to a setting. `fault` returns the message for the user. */
function checked<T>(setting: UnnamedSetting<T>, fault: (value: T) => string | undefined): UnnamedSetting<T> {
  return {
    ...setting,
    read(value) {
      const read = setting.read(value);
      const message = fault(read);
      if (message !== undefined) throw new SettingError(message);
      return read;
    },
  };
}
