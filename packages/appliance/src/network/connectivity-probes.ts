/** A request by which phones and laptops detect internet access. */
export interface ConnectivityProbe {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** The body of a response that means “internet access”. */
  readonly content: string | undefined;
  readonly mediaType?: string;
}

/** The probes of the common systems. Android, ChromeOS and Ubuntu expect a 204, the others a known body. */
export const connectivityProbes: readonly ConnectivityProbe[] = [
  {
    hosts: [
      'connectivitycheck.gstatic.com',
      'connectivitycheck.android.com',
      'clients1.google.com',
      'clients3.google.com',
      'play.googleapis.com',
      'www.google.com',
      'www.gstatic.com',
      'connectivity-check.ubuntu.com',
    ],
    paths: ['/generate_204', '/gen_204', '/'],
    content: undefined,
  },
  {
    hosts: ['captive.apple.com', 'www.apple.com'],
    paths: ['/hotspot-detect.html', '/library/test/success.html', '/'],
    content: '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>',
    mediaType: 'text/html',
  },
  {
    hosts: ['www.msftconnecttest.com', 'ipv6.msftconnecttest.com'],
    paths: ['/connecttest.txt'],
    content: 'Microsoft Connect Test',
    mediaType: 'text/plain',
  },
  { hosts: ['www.msftncsi.com'], paths: ['/ncsi.txt'], content: 'Microsoft NCSI', mediaType: 'text/plain' },
  {
    hosts: ['detectportal.firefox.com'],
    paths: ['/success.txt'],
    content: 'success\n',
    mediaType: 'text/plain',
  },
  {
    hosts: ['nmcheck.gnome.org'],
    paths: ['/check_network_status.txt'],
    content: 'NetworkManager is online\n',
    mediaType: 'text/plain',
  },
];

/** Names that must resolve to the station for the probes to reach it. */
export const probeHosts: readonly string[] = connectivityProbes.flatMap(({ hosts }) => hosts);

/** Windows also resolves this name and expects exactly this address. */
export const windowsNameProbe = { host: 'dns.msftncsi.com', address: '131.107.255.255' };
