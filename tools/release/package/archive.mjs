import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { root, run } from '../../lib/prepare.mjs';

/** Returns the modification time of every file in a package, in seconds, so that builds are reproducible. */
export function buildMoment() {
  if (process.env.SOURCE_DATE_EPOCH) return process.env.SOURCE_DATE_EPOCH;
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || '1577836800';
}

/** Returns the build time in the format of RFC 5322. */
export const buildDate = () => new Date(Number(buildMoment()) * 1000).toUTCString().replace('GMT', '+0000');

/** Returns arguments for tar that make archives reproducible. */
export function reproducibleArguments(folder, name) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const same = ['--sort=name', `--mtime=@${buildMoment()}`, '--format=gnu'];
  return [...same, ...owner, '-C', folder, name];
}

export function writeArchive(folder, name, out, compression) {
  const from = reproducibleArguments(folder, name);
  if (Number(compression) > 0) {
    run('tar', ['-c', '-I', `gzip -n -${compression}`, '-f', out, ...from]);
    return;
  }
  // The command gzip has no level 0, so pack with tar and use zlib
  // for level 0; even level 1 takes seconds for Node's program.
  const plain = `${out}.tar`;
  try {
    run('tar', ['-c', '-f', plain, ...from]);
    writeFileSync(out, gzipSync(readFileSync(plain), { level: 0 }));
  } finally {
    rmSync(plain, { force: true });
  }
}
