/** Formats faults, rounds and violations as a Markdown table. */
export function table(rows) {
  const lines = [
    ['service', 'fault', 'rounds', 'violations'],
    ['---', '---', '--:', '--:'],
    ...rows.map(({ fault, rounds, violations, skipped }) => [
      fault.service,
      fault.name,
      skipped === undefined ? String(rounds) : 'skipped',
      skipped === undefined ? String(violations) : skipped,
    ]),
  ];
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line, row) => {
      const cells = line.map((text, at) => {
        if (row === 1) return at < 2 ? '-'.repeat(widths[at]) : `${'-'.repeat(widths[at] - 1)}:`;
        return at < 2 ? text.padEnd(widths[at]) : text.padStart(widths[at]);
      });
      return `| ${cells.join(' | ')} |`;
    })
    .join('\n');
}
