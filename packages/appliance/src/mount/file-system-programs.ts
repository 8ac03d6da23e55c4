/** The service's user on this machine. */
export interface Owner {
  uid: number;
  gid: number;
}

interface FileSystem {
  /** Repairs without asking. Ends with at most `repairedStatus` when all is well afterwards. */
  repair: readonly string[];
  repairedStatus: number;
  /** Options that give everything to one user, for file systems that know no users. */
  owned?: (owner: Owner) => string[];
}

const ownedBy = ({ uid, gid }: Owner) => [`uid=${uid}`, `gid=${gid}`, 'dmask=022', 'fmask=133'];
const ext: FileSystem = { repair: ['e2fsck', '-p'], repairedStatus: 1 };

const fileSystems: Record<string, FileSystem> = {
  vfat: {
    repair: ['fsck.vfat', '-a'],
    repairedStatus: 1,
    // FAT has the time of day without its zone: in this way a card's times stay the same when the zone changes.
    owned: (owner) => [...ownedBy(owner), 'utf8', 'tz=UTC'],
  },
  exfat: { repair: ['fsck.exfat', '-a'], repairedStatus: 1, owned: ownedBy },
  ext2: ext,
  ext3: ext,
  ext4: ext,
};

export function isMountable(fileSystem: string | undefined): fileSystem is string {
  return fileSystem !== undefined && Object.hasOwn(fileSystems, fileSystem);
}

export function repairOf(fileSystem: string) {
  const { repair = [], repairedStatus = 0 } = fileSystems[fileSystem] ?? {};
  return { repair, repairedStatus };
}

/** Whether files on it have owners of their own. */
export function hasOwners(fileSystem: string): boolean {
  return fileSystems[fileSystem]?.owned === undefined;
}

/** Nothing on a card that anybody may have written is run, or has more rights than the service. */
export function mountOptions(fileSystem: string, owner: Owner, how: 'rw' | 'ro'): string {
  const owned = fileSystems[fileSystem]?.owned?.(owner) ?? [];
  return [how, 'noatime', 'nosuid', 'nodev', 'noexec', ...owned].join(',');
}
