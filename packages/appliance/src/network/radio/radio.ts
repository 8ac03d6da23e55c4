import type { Machine } from './programs.ts';

/** The one thing that the watchdog does to the machine. */
export interface Radio {
  /** Switches an interface off, and every radio with it. Says what could not be done. */
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
