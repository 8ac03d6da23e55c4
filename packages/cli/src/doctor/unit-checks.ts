import type { CheckInput } from './check-input.ts';
import { bad, type Finding, good, skipped } from './finding.ts';

/** The station's unit must run; those of the plotter and the board must run if they are enabled. */
export async function unitChecks({ machine }: CheckInput): Promise<Finding[]> {
  const { status } = await machine.run('systemctl', 'is-system-running');
  const state = await machine.run('systemctl', 'show', '--property=Version');
  if (status === undefined || state.status !== 0) return [skipped('Units', 'systemd does not run here')];
  const unit = async (title: string, name: string, isNeeded: boolean): Promise<Finding> => {
    const word = async (question: string) => (await machine.run('systemctl', question, name)).stdout.trim();
    const [enabled, active] = [await word('is-enabled'), await word('is-active')];
    const detail = `${name} is ${enabled || 'not installed'}, ${active || 'unknown'}`;
    const isEnabled = enabled.startsWith('enabled');
    if (!isNeeded && !isEnabled) return skipped(title, detail);
    if (enabled === '' || enabled === 'not-found') {
      return bad(
        title,
        `${name} is not installed`,
        'sudo apt install ./stationery_….deb, or sudo stationery network apply',
      );
    }
    if (!isEnabled) return bad(title, detail, `sudo systemctl enable --now ${name}`);
    return active === 'active'
      ? good(title, detail)
      : bad(title, detail, `journalctl -u ${name} -n 50 says why; then: sudo systemctl restart ${name}`);
  };
  return [
    await unit('Unit of the station', 'stationery-station.service', true),
    await unit('Unit of the plotter', 'stationery-plotter.service', false),
    await unit('Unit of the board', 'stationery-board.service', false),
  ];
}
