import type { Tag } from '@stationery/client';
import { messageOf } from '@stationery/core/errors';
import { Failure } from '../../terminal/exit-codes.ts';

export interface Binding {
  serial: string;
  model: Tag['model'];
  filename: string;
}

/** Refers to tags by serial number and to files by name, because ids differ between stations. */
interface BindingsFile {
  format: 'stationery-bindings';
  version: 1;
  station: string;
  bindings: Binding[];
}

export function bindingsOf(station: string, tags: readonly Tag[]): BindingsFile {
  const bindings = tags.flatMap(({ serial, model, filename }) =>
    filename === null ? [] : [{ serial, model, filename }],
  );
  return { format: 'stationery-bindings', version: 1, station, bindings };
}

export function parseBindings(text: string, path: string): BindingsFile {
  let content: Partial<BindingsFile> | null;
  try {
    content = JSON.parse(text) as Partial<BindingsFile> | null;
  } catch (error) {
    throw new Failure(`“${path}” is not JSON: ${messageOf(error)}`);
  }
  if (content?.format !== 'stationery-bindings' || !Array.isArray(content.bindings)) {
    throw new Failure(`“${path}” is not a file of bindings. “stationery bindings export” writes one`);
  }
  if (content.version !== 1) {
    throw new Failure(`“${path}” has version ${content.version}; this program reads version 1`);
  }
  const wrong = content.bindings.findIndex((each) => !isBinding(each));
  if (wrong >= 0) throw new Failure(`“${path}”: binding ${wrong + 1} has no serial or no filename`);
  return content as BindingsFile;
}

function isBinding(value: unknown): boolean {
  const { serial, filename } = (value ?? {}) as Partial<Binding>;
  return typeof serial === 'string' && typeof filename === 'string';
}
