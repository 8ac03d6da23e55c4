export const printRow = (...cells) => console.log(`| ${cells.join(' | ')} |`);

/** The first rows of a Markdown table. */
export function printHead(...names) {
  printRow(...names);
  console.log(`|${'---|'.repeat(names.length)}`);
}
