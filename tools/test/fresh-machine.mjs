// `npm run check:fresh-machine [-- <arguments for npm test>]`: runs the README's test command on a machine where
// nothing was installed manually. Makes a minimal Debian with only Node and npm added, copies what is committed into
// it, and runs `npm test` there, with mounts and processes of its own. Packages come from this machine's sources.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { explainIfAsked } from '../lib/read-arguments.mjs';
import { ensurePrograms, freshMachinePrograms } from '../lib/system-packages.mjs';
import { makeDebianRoot, whyNoDebianRoot } from './systemd/debian-root.mjs';

explainIfAsked(import.meta.filename);
const hindrance = whyNoDebianRoot();
if (hindrance !== undefined) {
  console.error(`This check is not possible here: ${hindrance}.`);
  process.exit(2);
}
ensurePrograms(freshMachinePrograms);

const work = mkdtempSync(join(tmpdir(), 'stationery-fresh-machine-'));
const machine = join(work, 'root');
try {
  makeDebianRoot(machine);
  rmSync(join(machine, 'etc/apt'), { recursive: true });
  copyIn('/etc/apt', 'etc/apt');
  // An installer normally writes this file; without it “localhost” does not resolve.
  writeFileSync(join(machine, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  copyNode();
  copyNpmSettings();
  const archive = join(work, 'checkout.tar');
  run('git', ['-C', root, 'archive', '--format=tar', '-o', archive, 'HEAD']);
  mkdirSync(join(machine, 'stationery'));
  run('tar', ['-xf', archive, '-C', join(machine, 'stationery')]);
  process.exitCode = testInside(process.argv.slice(2));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * Runs the tests in the folder. Its mounts end with the last
 * process, so removing the folder later removes nothing else.
 */
function testInside(args) {
  // The root must be a mount point to allow mounts inside.
  const inside = `
    mount --bind "$1" "$1" && cd "$1" || exit 1
    mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" && mount --rbind /dev "$1/dev" &&
    mount -t tmpfs tmpfs "$1/run" && mount -t tmpfs tmpfs "$1/tmp" || exit 1
    root=$1; shift
    exec chroot "$root" sh -c 'cd /stationery && exec npm test -- "$@"' sh "$@"
  `;
  const { HOME, PATH, TERM, ...others } = process.env;
  const kept = Object.entries(others).filter(([name]) =>
    /^(npm_config_|https?_proxy$|no_proxy$)/i.test(name),
  );
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const env = { ...Object.fromEntries(kept), CI: 'true', HOME: '/root', PATH: path, TERM: TERM ?? 'dumb' };
  const words = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, 'sh', machine, ...args];
  return spawnSync('unshare', words, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

function copyNode() {
  const global = output('npm', ['root', '--global']);
  copyIn(process.execPath, 'usr/local/bin/node');
  copyIn(join(global, 'npm'), 'usr/local/lib/node_modules/npm');
  for (const name of ['npm', 'npx']) {
    run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(machine, 'usr/local/bin', name)]);
  }
  // Copy the shared libraries that Node from a distribution needs.
  for (const [, library] of output('ldd', [process.execPath]).matchAll(/=> (\/\S+)/g)) {
    if (!existsSync(join(machine, library))) copyIn(library, library);
  }
}

/** Copies the registry settings of npm and their certificates. */
function copyNpmSettings() {
  copyIn(join(homedir(), '.npmrc'), 'root/.npmrc');
  copyIn(output('npm', ['config', 'get', 'globalconfig']), 'usr/local/etc/npmrc');
  const certificates = output('npm', ['config', 'get', 'cafile']);
  if (certificates.startsWith('/')) copyIn(certificates, certificates);
}

function copyIn(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(join(machine, to)), { recursive: true });
  cpSync(from, join(machine, to), { recursive: true, dereference: true });
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

function output(program, args) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
}
