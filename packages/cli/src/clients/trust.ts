import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { messageOf } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';

/** Where Node’s `fetch` keeps what makes its connections; the name is a part of undici’s documented interface. */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

type AgentClass = new (options: { connect: object }) => object;

/** From now on `fetch` takes another set of certificates over https. */
export async function trust({ ca, insecure }: { ca?: string | undefined; insecure: boolean }): Promise<void> {
  if (ca === undefined && !insecure) return;
  const connect = insecure ? { rejectUnauthorized: false } : trusting(ca!);
  // The first use loads it.
  await fetch('data:,');
  const holder = globalThis as unknown as Record<symbol, { constructor: AgentClass } | undefined>;
  const Agent = holder[dispatcherKey]?.constructor;
  if (Agent === undefined) {
    throw new SettingError(
      'this Node cannot be told whom to trust; set NODE_EXTRA_CA_CERTS to the certificate',
    );
  }
  holder[dispatcherKey] = new Agent({ connect }) as { constructor: AgentClass };
}

function trusting(path: string) {
  let pem: string;
  let pinned: string[];
  try {
    pem = readFileSync(path, 'utf8');
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
    pinned = blocks.map((block) => new X509Certificate(block).fingerprint256);
  } catch (error) {
    throw new SettingError(`the certificate ${path} cannot be read: ${messageOf(error)}`);
  }
  if (pinned.length === 0) throw new SettingError(`there is no certificate in ${path}`);
  return {
    ca: pem,
    // A station is reached by addresses and names that its certificate cannot know; that it is this very
    // certificate says more than a name.
    checkServerIdentity: (host: string, peer: PeerCertificate) =>
      pinned.includes(peer.fingerprint256) ? undefined : checkServerIdentity(host, peer),
  };
}
