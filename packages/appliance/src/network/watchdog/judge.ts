import type { RadioState } from '../radio/radio-state.ts';

export type Verdict =
  | { readonly state: 'access-point'; readonly ssid: string | undefined }
  /** The radio state cannot be read. */
  | { readonly state: 'blind'; readonly why: string }
  /** Nothing can transmit. */
  | { readonly state: 'silent'; readonly why: string }
  | { readonly state: 'wrong-mode'; readonly interface: string; readonly type: string }
  | { readonly state: 'joined'; readonly interface: string; readonly network: string };

/** Checks that the station's interface is an access point and no interface has joined a network. */
export function judge(radio: RadioState, own: string): Verdict {
  if ('blind' in radio) return { state: 'blind', why: radio.blind };
  const joiner = radio.interfaces.find(({ joined }) => joined !== undefined);
  if (joiner?.joined !== undefined) {
    return { state: 'joined', interface: joiner.name, network: joiner.joined };
  }
  const found = radio.interfaces.find(({ name }) => name === own);
  if (found === undefined) return { state: 'silent', why: `there is no Wi-Fi interface ${own}` };
  if (!found.up) return { state: 'silent', why: `${own} is switched off` };
  return found.type === 'AP'
    ? { state: 'access-point', ssid: found.ssid }
    : { state: 'wrong-mode', interface: own, type: found.type };
}

export function describeVerdict(verdict: Verdict, own: string): string {
  switch (verdict.state) {
    case 'access-point':
      return `${own} is an access point${verdict.ssid === undefined ? '' : ` (“${verdict.ssid}”)`}`;
    case 'blind':
      return `the state of the radio cannot be read: ${verdict.why}`;
    case 'silent':
      return `nothing is on the air: ${verdict.why}`;
    case 'wrong-mode':
      return `${verdict.interface} is not an access point (its mode is “${verdict.type}”)`;
    case 'joined':
      return `${verdict.interface} has joined the network “${verdict.network}”`;
  }
}
