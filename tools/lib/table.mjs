export const printRow = (...cells) => console.log(`| ${cells.join(' | ')} |`);

export function printHead(...names) {
  printRow(...names);
  console.log(`|${'---|'.repeat(names.length)}`);
}
