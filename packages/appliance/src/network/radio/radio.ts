import { existsSync } from 'node:fs';
import type { Machine } from './programs.ts';

/** The only means by which the watchdog changes the machine. */
export interface Radio {
  /** Switches off the interface and all radios. Returns the failures. */
  switchOff(interfaceName: string): Promise<string[]>;
}

export function radioOf(machine: Machine): Radio {
  return {
    async switchOff(interfaceName) {
      const steps = [
        ['ip', 'link', 'set', 'dev', interfaceName, 'down'],
        ['rfkill', 'block', 'wifi'],
      ] as const;
      const failed: string[] = [];
      for (const [program, ...args] of steps) {
        const { status, stderr } = await machine.run(program, ...args);
        if (status !== 0) failed.push(`${[program, ...args].join(' ')}: ${stderr.trim() || 'no answer'}`);
      }
      return failed;
    },
  };
}

export const hasWifi = (interfaceName: string) => existsSync(`/sys/class/net/${interfaceName}/phy80211`);
