import type { Machine } from './programs.ts';

/** Whether the radio behind an interface can be an access point with WPA3; no where it cannot be asked. */
export async function canWpa3(machine: Machine, interfaceName: string): Promise<boolean> {
  const { stdout } = await machine.run('iw', 'dev', interfaceName, 'info');
  const index = /^\twiphy (\d+)$/m.exec(stdout)?.[1];
  if (index === undefined) return false;
  return hasWpa3((await machine.run('iw', 'phy', `phy${index}`, 'info')).stdout);
}

/**
 * In what `iw phy` says: protected management frames (BIP-CMAC), and a radio that leaves authentication to programs, so
 * that hostapd does SAE: one that lists the command. Others may name SAE too, but only for networks that they join; and
 * one that does it itself as an access point (SAE_OFFLOAD_AP) needs a newer hostapd than Debian's (2.10), which would
 * offer WPA3 without giving the radio the passphrase.
 */
export function hasWpa3(output: string): boolean {
  const lines = output.split('\n').map((line) => line.trim());
  const starts = (text: string) => lines.some((line) => line.startsWith(text));
  return (
    starts('* CMAC (00-0f-ac:6)') &&
    lines.includes('* authenticate') &&
    starts('Device supports SAE with AUTHENTICATE command')
  );
}
