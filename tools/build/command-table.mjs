// Writes the table of commands in docs/command-line.md from the program's own table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable, tableEnd, tableStart } from '../../packages/cli/dist/manual/command-table.js';
import { program } from '../../packages/cli/dist/program.js';
import { root } from '../lib/prepare.mjs';

const path = join(root, 'docs/command-line.md');
const text = readFileSync(path, 'utf8');
const [before, rest] = text.split(tableStart);
writeFileSync(path, `${before}${await commandTable(program)}${rest.split(tableEnd)[1]}`);
