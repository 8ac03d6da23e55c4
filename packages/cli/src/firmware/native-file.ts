/** ELF’s numbers for the processors that Node has names for. */
const machines: Record<string, number> = { x64: 62, arm64: 183, arm: 40 };
/** What every module that was linked for glibc asks for; those for musl and Android ask for others. */
const glibc = 'libc.so.6';

export const isElf = (content: Buffer): boolean => content.toString('latin1', 0, 4) === '\x7fELF';

/** Whether a native module can be loaded by Node for Linux with glibc on this processor. */
export function isNativeFor(cpu: string, content: Buffer): boolean {
  return isElf(content) && content.readUInt16LE(18) === machines[cpu] && content.includes(glibc);
}
