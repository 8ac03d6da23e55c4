import type { Readable, Writable } from 'node:stream';
import { plain } from './words.ts';

export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean; columns?: number };
}

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
export type Style = keyof typeof styles;

/** Results go to standard output, as text or as JSON; everything else goes to standard error. */
export class Output {
  readonly streams: Streams;
  readonly json: boolean;
  readonly #env: NodeJS.ProcessEnv;

  constructor(streams: Streams, json: boolean, env: NodeJS.ProcessEnv) {
    this.streams = streams;
    this.json = json;
    this.#env = env;
  }

  /** Returns an output whose text goes to standard error, for a command that writes a document to standard output. */
  textOnStderr(): Output {
    const { stdin, stderr } = this.streams;
    return new Output({ stdin, stdout: stderr, stderr }, this.json, this.#env);
  }

  get hasTerminal(): boolean {
    return this.streams.stderr.isTTY === true && this.#env.TERM !== 'dumb';
  }

  get canAsk(): boolean {
    return this.streams.stdin.isTTY === true && this.streams.stderr.isTTY === true;
  }

  result(value: unknown, words: () => void): void {
    if (this.json) this.streams.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    else words();
  }

  /** Prints a value of an endless output: with `--json` as one JSON document per line. */
  event(value: unknown, words: () => void): void {
    if (this.json) this.streams.stdout.write(`${JSON.stringify(value)}\n`);
    else words();
  }

  line(text: string): void {
    if (!this.json) this.streams.stdout.write(`${text}\n`);
  }

  note(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  style(style: Style, text: string, stream: 'stdout' | 'stderr' = 'stdout'): string {
    const { NO_COLOR, TERM } = this.#env;
    const coloured = this.streams[stream].isTTY === true && !NO_COLOR && TERM !== 'dumb';
    return coloured ? `\x1b[${styles[style]}m${text}\x1b[0m` : text;
  }

  /**
   * Prints a table with numbers aligned right. The last column may have any width. `ifEmpty` is printed as a
   * note if there are no rows.
   */
  table(heading: readonly string[], rows: readonly (readonly (string | number)[])[], ifEmpty?: string): void {
    if (rows.length === 0 && ifEmpty !== undefined) {
      this.note(ifEmpty);
      return;
    }
    const cells = rows.map((row) => row.map((cell) => plain(String(cell))));
    const isNumber = heading.map(
      (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
    );
    const widths = heading.map((title, column) =>
      Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
    );
    const write = (row: readonly string[]) =>
      row
        .map((cell, column) => {
          if (isNumber[column]) return cell.padStart(widths[column]!);
          return column === row.length - 1 ? cell : cell.padEnd(widths[column]!);
        })
        .join('  ')
        .trimEnd();
    this.line(this.style('bold', write(heading)));
    for (const row of cells) this.line(write(row));
  }
}
