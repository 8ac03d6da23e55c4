// Hostile requests for the plotter service. A working service rejects each of them, or answers
// without moving the machine, queueing a job or changing a setting.

import { hostileSvg } from './hostile-svg.mjs';
import {
  fill,
  headerText,
  hostileBytes,
  hostileJson,
  hostileText,
  longKey,
  pick,
} from './hostile-values.mjs';

const post = (path, body) => ({
  method: 'POST',
  path: `/api/plotter/${path}`,
  headers: { 'content-type': 'application/json' },
  body,
});

/**
 * A member that makes any document invalid. Placed last, so that the service finds it only at the end of the
 * document.
 */
const refused = '"timeoutMs":0';

const script = (random, bytes) =>
  pick(random, [
    () => fill('\\n', bytes),
    () => fill('PENUP\\n', bytes),
    () => fill('# a\\n', bytes),
    () => fill(`#${' '.repeat(4000)}\\n`, bytes),
    () => fill(`${' '.repeat(250)}a${' '.repeat(250)}\\n`, bytes),
    () => `# ${fill('a', bytes)}`,
    () => fill(' ', bytes),
    () => fill('\\t', bytes),
    () => fill('MOVE X999999999 Y-999999999\\n', bytes),
    () => fill('\\u0050\\u000a', bytes),
    () => fill('a', bytes),
  ])();

export const plotterKinds = {
  'command: text': (random, bytes) =>
    post('command', `{"command":${JSON.stringify(`${hostileText(random, bytes)}\u0001a`)}}`),
  'command: time-out': (_random, bytes) =>
    post('command', `{"command":"PENUP","timeoutMs":-${fill('9', bytes)}}`),
  'command: document': (random, bytes) => post('command', hostileJson(random, bytes)),
  'command: bytes': (random, bytes) => post('command', hostileBytes(random, bytes)),
  'job: script': (random, bytes) => post('job', `{"script":"${script(random, bytes)}",${refused}}`),
  'job: commands': (random, bytes) =>
    post(
      'job',
      `{"commands":[${fill('"PENUP",', bytes)}${JSON.stringify(hostileText(random, 300))}],${refused}}`,
    ),
  'job: member': (random, bytes) =>
    post('job', `{"hostile":${hostileJson(random, bytes)},"script":"",${refused}}`),
  'job: values under a long name': (_random, bytes) =>
    post('job', `{"hostile":${longKey(bytes)},"script":"",${refused}}`),
  'job: members': (_random, bytes) => {
    const names = Array.from({ length: Math.floor(bytes / 16) }, (_, at) => `"hostile-${at}":0`);
    return post('job', `{${names.join(',')},"script":"",${refused}}`);
  },
  'job: name': (random, bytes) =>
    post('job', `{"name":${JSON.stringify(hostileText(random, bytes))},"script":"",${refused}}`),
  'job: pauses': (_random, bytes) =>
    post('job', `{"script":"PENUP","pauses":[${fill('{"before":0,"message":"a"},', bytes)}{}],${refused}}`),
  'job: pens': (random, bytes) =>
    post('job', `{"script":"PENUP","pens":${hostileJson(random, bytes)},${refused}}`),
  'job: bytes': (random, bytes) => post('job', hostileBytes(random, bytes)),
  'job: prefer': (random, bytes) => ({
    ...post('job', `{"script":"",${refused}}`),
    headers: {
      'content-type': 'application/json',
      prefer: `${pick(random, ['respond-async', 'wait=', 'a'])}${headerText(random, Math.min(bytes, 12_000))}`,
    },
  }),
  'check: script': (random, bytes) => post('check', `{"script":"${script(random, bytes)}",${refused}}`),
  'check: document': (random, bytes) => post('check', hostileJson(random, bytes)),
  'machine: document': (random, bytes) => ({
    ...post('machine', `{"hostile":0,"a":${hostileJson(random, bytes)}}`),
    method: 'PUT',
  }),
  'plan: SVG': (random, bytes) => ({
    ...post('plan?include=', hostileSvg(random, bytes)),
    headers: { 'content-type': 'image/svg+xml' },
  }),
  'plan: SVG in JSON': (random, bytes) =>
    post('plan', `{"include":[],"svg":${JSON.stringify(hostileSvg(random, bytes))}}`),
  'plan: bytes': (random, bytes) => ({
    ...post('plan', hostileBytes(random, bytes)),
    headers: { 'content-type': 'image/svg+xml' },
  }),
  'plan: options': (random, bytes) =>
    post('plan', `{"svg":"<svg/>","options":${hostileJson(random, Math.min(bytes, 60_000))}}`),
  'plan: words': (random, bytes) => ({
    ...post(
      `plan?${pick(random, ['paper', 'margin', 'scale', 'rotate', 'offset', 'layers'])}=${encodeURIComponent(hostileText(random, Math.min(bytes, 2000)).toWellFormed())}`,
      '<svg/>',
    ),
    headers: { 'content-type': 'image/svg+xml' },
  }),
  'results: range': (random, bytes) => ({
    method: 'GET',
    path: `/api/plotter/jobs/${encodeURIComponent(hostileText(random, Math.min(bytes, 1000)).toWellFormed())}/results?from=${fill('9', Math.min(bytes, 2000))}`,
    headers: {},
  }),
};
