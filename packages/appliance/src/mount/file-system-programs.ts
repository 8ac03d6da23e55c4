export interface Owner {
  uid: number;
  gid: number;
}

interface FileSystem {
  /** Command that repairs without prompts. */
  repair: readonly string[];
  repairedStatus: number;
  /** Mount options that set the owner, for file systems that store none. */
  owned?: (owner: Owner) => string[];
}

const ownedBy = ({ uid, gid }: Owner) => [`uid=${uid}`, `gid=${gid}`, 'dmask=022', 'fmask=133'];
const ext: FileSystem = { repair: ['e2fsck', '-p'], repairedStatus: 1 };

const fileSystems: Record<string, FileSystem> = {
  vfat: {
    repair: ['fsck.vfat', '-a'],
    repairedStatus: 1,
    // FAT stores local time without a zone. With UTC, file times stay the same if the zone changes.
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

export function hasOwners(fileSystem: string): boolean {
  return fileSystems[fileSystem]?.owned === undefined;
}

/**
 * Returns the options to mount a card. Cards are untrusted: nothing on them is executed or gets more rights
 * than the service.
 */
export function mountOptions(fileSystem: string, owner: Owner, how: 'rw' | 'ro'): string {
  const owned = fileSystems[fileSystem]?.owned?.(owner) ?? [];
  return [how, 'noatime', 'nosuid', 'nodev', 'noexec', ...owned].join(',');
}
