import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Mount {
  at: string;
  fileSystem: string;
  /** The mounted device, such as `/dev/sda1`. */
  source: string;
  /** Device number of the source, such as `8:1`. */
  device: string;
  /** Whether it is mounted read-only at this mount point. */
  readOnlyHere: boolean;
  /** Whether the file system is read-only at every mount point. */
  readOnlyItself: boolean;
}

export interface MountedAt extends Mount {
  isMountPoint: boolean;
  readOnly: boolean;
}

/** Returns the mounts in the order in which they were made. */
export function readMounts(text = readFileSync('/proc/self/mountinfo', 'utf8')): Mount[] {
  return text.trim().split('\n').map(parseMount);
}

export function mountOf(path: string, text?: string): MountedAt | undefined {
  const wanted = resolve(path);
  const found = readMounts(text)
    .filter(({ at }) => wanted === at || wanted.startsWith(at === '/' ? '/' : `${at}/`))
    // The last mount at the deepest mount point hides the others.
    .reduce<Mount | undefined>(
      (best, each) => (best && best.at.length > each.at.length ? best : each),
      undefined,
    );
  return (
    found && {
      ...found,
      isMountPoint: found.at === wanted,
      readOnly: found.readOnlyHere || found.readOnlyItself,
    }
  );
}

function parseMount(line: string): Mount {
  const [left = '', right = ''] = line.split(' - ');
  const [, , device = '', , point = '', options = ''] = left.split(' ');
  const [fileSystem = '', source = '', superOptions = ''] = right.split(' ');
  return {
    at: unescaped(point),
    fileSystem,
    source: unescaped(source),
    device,
    readOnlyHere: options.split(',').includes('ro'),
    // Newer kernels keep an ext4 with errors mounted for writing but refuse every write.
    readOnlyItself: superOptions.split(',').some((option) => option === 'ro' || option === 'emergency_ro'),
  };
}

function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
