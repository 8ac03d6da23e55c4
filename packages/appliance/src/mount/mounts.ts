import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One file system at one place, as the kernel lists it. */
export interface Mount {
  /** Where it is mounted. */
  at: string;
  fileSystem: string;
  /** What is mounted: `/dev/sda1`. */
  source: string;
  /** The number of its device: `8:1`. */
  device: string;
  /** This place was asked for read-only. */
  readOnlyHere: boolean;
  /** The file system itself is read-only, wherever it is mounted. */
  readOnlyItself: boolean;
}

export interface MountedAt extends Mount {
  /** Whether the folder itself is where it is mounted. */
  isMountPoint: boolean;
  readOnly: boolean;
}

/** Every mount that this process sees, in the order in which they were made. */
export function readMounts(text = readFileSync('/proc/self/mountinfo', 'utf8')): Mount[] {
  return text.trim().split('\n').map(parseMount);
}

/** The file system that a folder lies on. */
export function mountOf(path: string, text?: string): MountedAt | undefined {
  const wanted = resolve(path);
  const found = readMounts(text)
    .filter(({ at }) => wanted === at || wanted.startsWith(at === '/' ? '/' : `${at}/`))
    // The last one of the deepest hides the others.
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
    // Newer kernels leave an ext4 with errors mounted for writing, and refuse every write.
    readOnlyItself: superOptions.split(',').some((option) => option === 'ro' || option === 'emergency_ro'),
  };
}

/** Spaces and the like are written as octal numbers. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
