import { thisMachine } from '@stationery/appliance/network';

const lines = 8;

/** For units that do not run: their state, and their last journal lines. */
export async function whyUnitsFailed(units: readonly string[]): Promise<string> {
  const told: string[] = [];
  for (const unit of units) {
    const shown = await thisMachine.run('systemctl', 'show', unit, '-p', 'ActiveState,SubState,Result');
    const values = new Map(shown.stdout.split('\n').map((line) => cutAt(line, '=')));
    const value = (key: string) => values.get(key) ?? '';
    if (value('ActiveState') === 'active') continue;
    told.push(
      `${unit} is ${value('ActiveState')} (${value('SubState')}, ${value('Result')}). Its last words:`,
    );
    // The unit's own output, without systemd's messages about starts and stops.
    const journal = await thisMachine.run(
      'journalctl',
      ...[`_SYSTEMD_UNIT=${unit}`, '--lines', String(lines), '--output', 'cat', '--no-pager', '--quiet'],
    );
    told.push(
      ...journal.stdout
        .trim()
        .split('\n')
        .map((line) => `  ${line.slice(0, 300)}`),
    );
  }
  return told.join('\n');
}

function cutAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
