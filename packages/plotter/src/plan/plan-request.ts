import type { IncomingMessage } from 'node:http';
import { mediaTypes, plotterRoutes } from '@stationery/contract';
import { drawingMediaTypes } from '@stationery/contract/drawing-formats';
import { pictureMediaTypes } from '@stationery/contract/picture-formats';
import { planFormatNames } from '@stationery/contract/plan-formats';
import { AppError } from '@stationery/core';
import { optionNameOf, PlanOptionError, type PlanOptionName, parsePlanOptions } from '@stationery/drawing';
import {
  bodyChecker,
  bodyChunks,
  type JsonHandler,
  parseMediaType,
  readJson as readJsonBody,
  type TextSink,
} from '@stationery/http';
import type { PlanRequest, PlanTask } from './plan-messages.ts';

type Container = Record<string, unknown> | unknown[];

/** Streams large strings to their sinks and collects everything else, which is small. */
class JsonMembers implements JsonHandler {
  readonly #sinkFor: (pointer: string) => TextSink | undefined;
  readonly #containers = new Map<string, Container>();
  /** Large strings are replaced by empty ones. */
  document: unknown;

  constructor(sinkFor: (pointer: string) => TextSink | undefined) {
    this.#sinkFor = sinkFor;
  }

  textSink(pointer: string): TextSink | undefined {
    const sink = this.#sinkFor(pointer);
    if (sink !== undefined) this.value(pointer, '');
    return sink;
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    // Without a prototype, members may have any name.
    const container: Container = kind === 'array' ? [] : Object.create(null);
    this.value(pointer, container);
    this.#containers.set(pointer, container);
  }

  value(pointer: string, value: unknown): void {
    const at = pointer.lastIndexOf('/');
    const parent = at < 0 ? undefined : this.#containers.get(pointer.slice(0, at));
    if (parent === undefined) this.document = value;
    else if (Array.isArray(parent)) parent.push(value);
    else
      parent[
        pointer
          .slice(at + 1)
          .replaceAll('~1', '/')
          .replaceAll('~0', '~')
      ] = value;
  }
}

const fileTypes = [...drawingMediaTypes(), ...pictureMediaTypes(), mediaTypes.octetStream];
const maxFileBytes = 64 * 1024 * 1024;
const maxOptionsBytes = 64 * 1024;
const everything = ['strokes', 'commands'] as const;

const checkRequest = bodyChecker(plotterRoutes.planDrawing.body!.schema);

interface AskedPlan {
  task: Omit<PlanTask, 'machine'>;
  reference: string | undefined;
  /** `option` is invalid; the error has its position in the request. */
  refusalOf(option: string, message: string): AppError;
}

type Query = Partial<Record<PlanOptionName | 'include' | 'job' | 'newSheet' | 'reference', string>> & {
  thinkMs?: number;
  format?: string;
};

/** Reads a JSON document, or the drawing as the body with options in the query. */
export async function readPlanRequest(
  request: IncomingMessage,
  query: Query,
  onBytes: (count: number) => void,
): Promise<AskedPlan> {
  const { type } = parseMediaType(request.headers['content-type'] ?? '');
  return fileTypes.includes(type) ? readFile(request, query, onBytes) : readJson(request, onBytes);
}

async function readJson(request: IncomingMessage, onBytes: (count: number) => void): Promise<AskedPlan> {
  const [parameter] = new URL(request.url ?? '', 'http://localhost').searchParams.keys();
  if (parameter !== undefined) {
    throw new AppError(
      'unknown-parameter',
      `With a JSON body, put the options into the body: the query parameter “${parameter}” is not allowed.`,
      { parameter },
    );
  }
  const collected = new Collected(onBytes);
  const members = new JsonMembers((pointer) => {
    const file = fileAt(pointer);
    return file === undefined ? undefined : { push: (piece) => collected.add(piece, file) };
  });
  await readJsonBody(bodyChunks(request), members, { maxAsideBytes: maxOptionsBytes });
  const document = checkRequest(members.document) as PlanRequest;
  const { options = {}, thinkMs = 0, include = everything, job, format, reference } = document;
  expectOne(format, job, { pointer: '/format' });
  return {
    task: { files: filesIn(document, collected), isText: true, options, thinkMs, include, job, format },
    reference,
    refusalOf: (option, message) =>
      new AppError('invalid-request', message, { pointer: `/options/${option}` }),
  };
}

async function readFile(
  request: IncomingMessage,
  query: Query,
  onBytes: (count: number) => void,
): Promise<AskedPlan> {
  const { thinkMs = 0, include, job, newSheet, format, reference, ...words } = query;
  expectOne(format, job, { parameter: 'format' });
  const refusalOf = (option: string, message: string) =>
    new AppError('invalid-parameter', message, { parameter: optionNameOf(option) ?? option });
  const asked = {
    isText: false,
    options: optionsIn(words, refusalOf),
    thinkMs,
    include: includedIn(include),
    format: formatIn(format),
    job:
      job === undefined
        ? undefined
        : { ...(job !== '' && { name: job.slice(0, 200) }), ...sheetIn(newSheet) },
  };
  const collected = new Collected(onBytes);
  for await (const chunk of bodyChunks(request)) collected.add(chunk, 0);
  return { task: { ...asked, files: [collected.bytes(0)] }, reference, refusalOf };
}

function sheetIn(text: string | undefined): { newSheet?: boolean } {
  if (text === undefined) return {};
  if (text !== 'yes' && text !== 'no')
    throw new AppError('invalid-parameter', '“newSheet” must be yes or no.', { parameter: 'newSheet' });
  return { newSheet: text === 'yes' };
}

/** Returns the index of a drawing: `svg` is the first, followed by `more`. */
function fileAt(pointer: string): number | undefined {
  if (pointer === '/svg') return 0;
  const [, index] = /^\/more\/(\d{1,2})$/.exec(pointer) ?? [];
  return index === undefined ? undefined : Number(index) + 1;
}

const filesIn = ({ more = [] }: PlanRequest, collected: Collected) =>
  ['', ...more].map((_, file) => collected.bytes(file));

/** Refuses a request for both a file and a job. */
function expectOne(format: unknown, job: unknown, where: { pointer: string } | { parameter: string }): void {
  if (format === undefined || job === undefined) return;
  const code = 'pointer' in where ? 'invalid-request' : 'invalid-parameter';
  throw new AppError(code, '“format” and “job” can’t be used together.', where);
}

function optionsIn(words: Partial<Record<PlanOptionName, string>>, refusalOf: AskedPlan['refusalOf']) {
  try {
    return parsePlanOptions(words);
  } catch (error) {
    if (error instanceof PlanOptionError) throw refusalOf(error.option, `${error.message}.`);
    throw error;
  }
}

function formatIn(text: string | undefined): PlanTask['format'] {
  const known = planFormatNames.find((name) => name === text);
  if (text === undefined || known !== undefined) return known;
  throw new AppError('invalid-parameter', `“format” must be one of ${planFormatNames.join(', ')}.`, {
    parameter: 'format',
  });
}

function includedIn(text: string | undefined): PlanTask['include'] {
  if (text === undefined) return everything;
  return text
    .split(',')
    .filter((each) => each !== '')
    .map((each) => {
      const known = everything.find((name) => name === each);
      if (known !== undefined) return known;
      throw new AppError('invalid-parameter', '“include” must be a list of “strokes” and “commands”.', {
        parameter: 'include',
      });
    });
}

/** The limit applies to all files together. */
class Collected {
  readonly #pieces: Buffer[][] = [];
  #sizeBytes = 0;
  readonly #onBytes: (count: number) => void;

  constructor(onBytes: (count: number) => void) {
    this.#onBytes = onBytes;
  }

  add(piece: Buffer, file: number): void {
    this.#sizeBytes += piece.length;
    if (this.#sizeBytes > maxFileBytes) {
      throw new AppError('request-too-large', `A drawing may have up to ${maxFileBytes} bytes.`);
    }
    this.#onBytes(piece.length);
    this.#pieces[file] ??= [];
    this.#pieces[file].push(piece);
  }

  /** A separate buffer, which can be transferred to a thread. */
  bytes(file: number): Uint8Array<ArrayBuffer> {
    const pieces = this.#pieces[file] ?? [];
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces.splice(0)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
