export function roffPage(name: string, summary: string, help: string): string {
  const title = `.TH ${name.toUpperCase()} 1 "" Stationery "Stationery"`;
  return [title, '.SH NAME', `${escaped(name)} \\- ${escaped(summary)}`, ...sections(help, '.SH'), ''].join(
    '\n',
  );
}

export function roffPart(heading: string, help: string): string {
  return [`.SH "${escaped(heading).toUpperCase()}"`, ...sections(help, '.SS'), ''].join('\n');
}

function sections(help: string, heading: '.SH' | '.SS'): string[] {
  const blocks = help.trimEnd().split('\n\n');
  let described = false;
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const [first = '', ...rest] = lines;
    if (first.startsWith('Usage:')) return [title(heading, 'Synopsis'), ...verbatim(usage(lines))];
    // A heading is a line that ends in a colon and has indented lines below.
    if (/^\S.*:$/.test(first) && rest[0]?.startsWith('  ')) {
      const name = first.slice(0, -1);
      return [title(heading, name), ...(name === 'Examples' ? verbatim(rest.map(outdented)) : items(rest))];
    }
    const opening = described ? ['.PP'] : [title(heading, 'Description')];
    described = true;
    return [...opening, ...(first.startsWith('  ') ? items(lines) : lines.map(textLine))];
  });
}

/** Formats a heading. A remark in parentheses, such as `Options (each also as …)`, becomes a sentence below it. */
function title(heading: string, text: string): string {
  const opens = text.endsWith(')') ? text.indexOf('(') : -1;
  const name = opens < 0 ? text : text.slice(0, opens).trimEnd();
  const remark = opens < 0 ? undefined : text.slice(opens + 1, -1);
  const line = `${heading} "${escaped(heading === '.SH' ? name.toUpperCase() : name)}"`;
  return remark === undefined
    ? line
    : `${line}\n${textLine(`${remark[0]?.toUpperCase()}${remark.slice(1)}.`)}`;
}

const usage = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/^(Usage:| {6}) /, ''));
const outdented = (line: string): string => line.replace(/^ {2}/, '');

/**
 * Formats items. A line indented by two spaces begins an item. Its explanation follows after a gap of at least
 * two spaces, and on lines that are indented further.
 */
function items(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    if (!/^ {2}\S/.test(line)) return [textLine(line.trim()), '.br'];
    const item = line.trim();
    const gap = item.indexOf('  ');
    const name = gap < 0 ? item : item.slice(0, gap);
    const explained = gap < 0 ? undefined : item.slice(gap).trimStart();
    return ['.TP', `\\fB${escaped(name)}\\fR`, ...(explained === undefined ? [] : [textLine(explained)])];
  });
}

function verbatim(lines: readonly string[]): string[] {
  return ['.nf', ...lines.map(textLine), '.fi'];
}

/** Escapes a line of text. roff would read a leading dot or quote as a request. */
function textLine(line: string): string {
  const text = escaped(line);
  return /^[.']/.test(text) ? `\\&${text}` : text;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq');
}
