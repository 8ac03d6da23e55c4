import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

export interface BlockDevice {
  /** Such as `/dev/sda1`. */
  path: string;
  /** Major and minor device number, such as `8:1`. */
  number: string;
  /** The disks on which the device is stored; for a disk, the disk itself. */
  disks: ReadonlySet<string>;
  fileSystem: string | undefined;
  label: string | undefined;
  /** An EFI system partition, which has no user files. */
  isBootPartition: boolean;
  isRemovable: boolean;
  /** Whether the switch on the card write-protects it. */
  isLocked: boolean;
}

export const lsblkArguments = [
  ...['--json', '--paths', '--list'],
  ...['--output', 'NAME,PKNAME,MAJ:MIN,TYPE,FSTYPE,LABEL,PARTTYPE,RO,RM,HOTPLUG'],
];

interface Row {
  name: string;
  pkname: string | null;
  'maj:min': string;
  type: string;
  fstype: string | null;
  label: string | null;
  parttype: string | null;
  ro: boolean;
  rm: boolean;
  hotplug: boolean;
}

/** Types of an EFI system partition, for GPT and MBR partition tables. */
const bootPartitionTypes = ['c12a7328-f81f-11d2-ba4b-00a0c93ec93b', '0xef'];

/** Parses the output of `lsblk` in kernel order. Returns an empty list if it is invalid. */
export function readBlockDevices(json: string, isSolderedIn = isSoldered): BlockDevice[] {
  const rows = parseRows(json);
  const parents = new Map<string, Set<string>>();
  for (const { name, pkname } of rows) {
    const known = parents.get(name) ?? new Set();
    if (pkname !== null) known.add(pkname);
    parents.set(name, known);
  }
  const removable = new Set(
    rows.filter(({ name, rm, hotplug }) => (rm || hotplug) && !isSolderedIn(name)).map(({ name }) => name),
  );
  // Remove duplicates, because a device on several disks is listed once for each.
  const unique = [...new Map(rows.map((row) => [row.name, row])).values()];
  return unique.map((row) => {
    const disks = disksBelow(row.name, parents);
    return {
      path: row.name,
      number: row['maj:min'],
      disks,
      fileSystem: row.fstype ?? undefined,
      label: row.label ?? undefined,
      isBootPartition: bootPartitionTypes.includes(row.parttype?.toLowerCase() ?? ''),
      isRemovable: [...disks].every((disk) => removable.has(disk)),
      isLocked: row.ro,
    };
  });
}

function parseRows(json: string): Row[] {
  try {
    return (JSON.parse(json) as { blockdevices: Row[] }).blockdevices;
  } catch {
    return [];
  }
}

function disksBelow(name: string, parents: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const own = parents.get(name) ?? new Set();
  if (own.size === 0) return new Set([name]);
  return new Set([...own].flatMap((parent) => [...disksBelow(parent, parents)]));
}

/** Whether the disk is soldered in (eMMC). Otherwise it would look like a memory card. */
function isSoldered(path: string): boolean {
  try {
    return readFileSync(`/sys/block/${basename(path)}/device/type`, 'utf8').trim() === 'MMC';
  } catch {
    return false;
  }
}
