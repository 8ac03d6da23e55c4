import type { Machine } from './programs.ts';

/** Whether the radio behind an interface can be an access point with WPA3; no where it cannot be asked. */
export async function canWpa3(machine: Machine, interfaceName: string): Promise<boolean> {
  const { stdout } = await machine.run('iw', 'dev', interfaceName, 'info');
  const index = /^\twiphy (\d+)$/m.exec(stdout)?.[1];
  if (index === undefined) return false;
  return hasWpa3((await machine.run('iw', 'phy', `phy${index}`, 'info')).stdout);
}

/**
 * In what `iw phy` says: protected management frames (BIP-CMAC), and SAE either done by the radio itself or by
 * hostapd. The latter needs a radio that leaves authentication to programs: those that list the command. Others may
 * name SAE too, but only for networks that they join.
 */
export function hasWpa3(output: string): boolean {
  const lines = new Set(output.split('\n').map((line) => line.trim()));
  const starts = (text: string) => [...lines].some((line) => line.startsWith(text));
  const protects = starts('* CMAC (00-0f-ac:6)');
  const byRadio = starts('* [ SAE_OFFLOAD_AP ]');
  const byHostapd = lines.has('* authenticate') && starts('Device supports SAE with AUTHENTICATE command');
  return protects && (byRadio || byHostapd);
}
