// `npm run image [-- --version <1.2.3>] [--out <folder>] [--compression xz|zstd|none] [--mirror <address>]`: builds an SD card image for a
// Raspberry Pi 3, 4 or Zero 2 W (not with a BCM43430/2 radio), from Debian's packages and ours. Needs root
// and a Debian on arm64, or on x64 with an emulator for arm64 programs, where it takes up to an hour.
//
//   sudo npm run image                            dist-packages/stationery-0.1.0-arm64.img.xz
//   sudo npm run image -- --compression zstd      quicker to build, larger
//   xz -dc dist-packages/stationery-0.1.0-arm64.img.xz | sudo dd of=/dev/sdX bs=4M conv=fsync
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepare, root, run } from '../lib/prepare.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';
import { writeDisk } from './image/disk.mjs';
import { makeRoot } from './image/root.mjs';
import { whyNoImage } from './image/why-no-image.mjs';
import { makePackages } from './package/make.mjs';

const compressions = {
  xz: { end: '.xz', command: ['xz', '-6', '-T0', '--keep', '--force'] },
  zstd: { end: '.zst', command: ['zstd', '--quiet', '-10', '-T0', '--force'] },
  none: { end: '', command: undefined },
};

const { values } = readArguments({
  script: import.meta.filename,
  options: {
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    },
    out: { type: 'string', default: join(root, 'dist-packages') },
    compression: { type: 'string', default: 'xz' },
    mirror: { type: 'string', default: 'http://deb.debian.org' },
  },
});
const compression = compressions[values.compression];
if (compression === undefined)
  refuse(`--compression must be one of ${Object.keys(compressions).join(', ')}, not “${values.compression}”`);
const hindrance = whyNoImage();
if (hindrance !== undefined) refuse(hindrance);

await prepare();
const { version } = values;
const { debian } = await makePackages({
  version,
  out: values.out,
  arch: 'arm64',
  only: 'debian',
  compression: '6',
});
const out = resolve(values.out);
const name = `stationery-${version}-arm64.img`;
const work = mkdtempSync(join(tmpdir(), 'stationery-image-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
mkdirSync(out, { recursive: true });
const folder = join(work, 'root');
const boot = join(work, 'boot');
const say = (text) => process.stderr.write(`${text} …\n`);
say('Installing Debian and the package');
makeRoot({ folder, boot, debian, mirror: values.mirror });
say('Writing the partitions');
const disk = join(work, name);
writeDisk({ folder, boot, work, out: disk });
if (compression.command !== undefined) {
  say(`Compressing with ${values.compression}`);
  run(compression.command[0], [...compression.command.slice(1), disk]);
}
const image = join(out, `${name}${compression.end}`);
// Copy the image and rename the copy, because the folders may be on different disks.
run('cp', ['--sparse=always', `${disk}${compression.end}`, `${image}.${process.pid}`]);
renameSync(`${image}.${process.pid}`, image);
console.log(image);
