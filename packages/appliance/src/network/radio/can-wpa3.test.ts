import { describe, expect, it } from 'vitest';
import { scriptedMachine } from '../../../test/support/scripted-machine.ts';
import { canWpa3, hasWpa3 } from './can-wpa3.ts';

/** A radio that leaves authentication to programs, as most USB adapters do. */
const softRadio = `Wiphy phy0
\tSupported Ciphers:
\t\t* CCMP-128 (00-0f-ac:4)
\t\t* CMAC (00-0f-ac:6)
\tSupported commands:
\t\t * authenticate
\t\t * start_ap
\tDevice supports SAE with AUTHENTICATE command
`;
/** One that does all of it in its firmware, such as that of a Raspberry Pi: SAE is there for networks that it joins. */
const ownRadio = softRadio.replace('\t\t * authenticate\n', '\t\t * connect\n');

describe('whether a radio can do WPA3 as an access point', () => {
  it.each([
    ['one that leaves authentication to hostapd', softRadio, true],
    ['one that joins with SAE and nothing else', ownRadio, false],
    [
      'one that does SAE itself, which hostapd 2.10 cannot use',
      `${ownRadio}\t\t* [ SAE_OFFLOAD_AP ]: AP mode SAE authentication offload\n`,
      false,
    ],
    ['one that cannot protect management frames', softRadio.replace(/.*CMAC.*\n/, ''), false],
    ['none', '', false],
  ])('%s', (_, output, can) => expect(hasWpa3(output)).toBe(can));

  it('asks the radio behind the interface', async () => {
    const says = { 'iw dev wlan0 info': 'Interface wlan0\n\twiphy 3\n', 'iw phy phy3 info': softRadio };
    expect(await canWpa3(scriptedMachine({ says }), 'wlan0')).toBe(true);
    expect(await canWpa3(scriptedMachine({ says }), 'wlan1')).toBe(false);
  });
});
