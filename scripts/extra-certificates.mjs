// With NODE_EXTRA_CA_CERTS every start of Node reads all the certificates that it knows, which takes three times as long as the
// rest of the start; the tests start Node some thousand times. Only npm needs them, to download, and it can be told by a
// file of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { root } from './prepare.mjs';

/** The environment for tests. */
export function withoutExtraCertificates({ NODE_EXTRA_CA_CERTS: extra, ...env }) {
  if (!extra) return env;
  const file = join(root, '.stamps/certificates.pem');
  mkdirSync(join(root, '.stamps'), { recursive: true });
  // npm takes these instead of those that Node has.
  writeFileSync(file, `${rootCertificates.join('\n')}\n${readFileSync(extra, 'utf8')}`);
  return { npm_config_cafile: file, ...env };
}
