// With NODE_EXTRA_CA_CERTS, Node reads all its certificates at every start, which quadruples the
// start time; tests start Node some thousand times. Only npm needs them for downloads, and accepts
// a file instead.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { root } from './prepare.mjs';

/** @param {NodeJS.ProcessEnv} env */
export function withoutExtraCertificates({ NODE_EXTRA_CA_CERTS: extra, ...env }) {
  if (!extra) return env;
  const file = join(root, '.stamps/certificates.pem');
  mkdirSync(join(root, '.stamps'), { recursive: true });
  // npm uses these instead of Node's.
  writeFileSync(file, `${rootCertificates.join('\n')}\n${readFileSync(extra, 'utf8')}`);
  return { npm_config_cafile: file, ...env };
}
