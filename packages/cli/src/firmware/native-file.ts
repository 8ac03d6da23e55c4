/** ELF machine numbers by Node's CPU names. */
const machines: Record<string, number> = { x64: 62, arm64: 183, arm: 40 };
/** Required by every module linked for glibc, but not for musl and Android. */
const glibc = 'libc.so.6';

export const isElf = (content: Buffer): boolean => content.toString('latin1', 0, 4) === '\x7fELF';

/** Whether Node for Linux with glibc on this CPU can load a native module. */
export function isNativeFor(cpu: string, content: Buffer): boolean {
  return isElf(content) && content.readUInt16LE(18) === machines[cpu] && content.includes(glibc);
}
