import { AppError } from '@stationery/core';
import { isMediaType, type JsonHandler, type TextSink } from '@stationery/http';

export interface UploadFields {
  filename: string;
  mediaType: string | undefined;
}

interface UploadRules {
  /** Returns the name as stored on the card. */
  takeName(name: string, pointer: string): string;
  content: TextSink;
}

/**
 * Handles the members of an upload. Detects errors in them before it accepts content. Ignores unknown members
 * (JSON:API).
 */
export class UploadDocument implements JsonHandler {
  #type = false;
  #filename: string | undefined;
  #mediaType: string | undefined;
  #encoded = false;
  readonly #rules: UploadRules;

  constructor(rules: UploadRules) {
    this.#rules = rules;
  }

  textSink(pointer: string): TextSink | undefined {
    if (pointer !== '/data/encoded') return undefined;
    this.#encoded = true;
    return this.#rules.content;
  }

  value(pointer: string, value: unknown): void {
    switch (pointer) {
      case '/data/type':
        if (value !== 'file')
          throw new AppError('resource-mismatch', '“type” must be “file” here.', { pointer });
        this.#type = true;
        return;
      case '/data/filename':
        if (typeof value !== 'string')
          throw new AppError('invalid-name', '“filename” must be a string.', { pointer });
        this.#filename = this.#rules.takeName(value, pointer);
        return;
      case '/data/media_type':
        this.#mediaType = readMediaType(value, pointer);
        return;
      case '/data/encoding':
        if (value !== 'base64')
          throw new AppError('invalid-request', 'The only “encoding” is “base64”.', { pointer });
        return;
      case '/data/encoded':
        throw new AppError('invalid-content', '“encoded” must be a string of base64.', { pointer });
    }
  }

  finish(): UploadFields {
    if (!this.#type) missing('type');
    if (this.#filename === undefined) return missing('filename');
    if (!this.#encoded) missing('encoded');
    return { filename: this.#filename, mediaType: this.#mediaType };
  }
}

function readMediaType(value: unknown, pointer: string): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string' && isMediaType(value)) return value;
  throw new AppError('invalid-request', '“media_type” must be a media type such as “audio/mpeg”.', {
    pointer,
  });
}

function missing(member: string): never {
  throw new AppError('invalid-request', `“${member}” is missing.`, { pointer: `/data/${member}` });
}
