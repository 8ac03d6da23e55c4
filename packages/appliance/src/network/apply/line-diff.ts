/** Returns removed lines with “-” and added ones with “+”, with `context` unchanged lines around them. */
export function lineDiff(before: string, after: string, context = 1): string[] {
  const [old, now] = [lines(before), lines(after)];
  const kept = commonLengths(old, now);
  const all: { sign: ' ' | '-' | '+'; line: string }[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      all.push({ sign: ' ', line: left });
      i++;
      j++;
    } else if (right === undefined || (left !== undefined && at(kept, i + 1, j) >= at(kept, i, j + 1))) {
      all.push({ sign: '-', line: left ?? '' });
      i++;
    } else {
      all.push({ sign: '+', line: right });
      j++;
    }
  }
  const near = (index: number) =>
    all.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== ' ');
  return all.filter((_, index) => near(index)).map(({ sign, line }) => `${sign} ${line}`);
}

/** Returns, for each pair of positions, the length of the longest common subsequence of the lines from there on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = table[i] as number[];
      row[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

const at = (table: number[][], i: number, j: number) => table[i]?.[j] ?? 0;
const lines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Hides secrets in the text or diff of a file. */
export function hideSecrets(text: string): string {
  return text.replace(/^([+ -] )?wpa_passphrase=.*$/gm, '$1wpa_passphrase=••••••••');
}
