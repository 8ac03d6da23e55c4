// Hostile requests for the station. A working station rejects each of them, or answers without
// changing files, bindings or settings of honest clients.
import {
  below,
  combiningMarks,
  fill,
  hostileBase64,
  hostileBytes,
  hostileJson,
  hostileText,
  longKey,
  pick,
} from './hostile-values.mjs';

const jsonApi = { 'content-type': 'application/vnd.api+json' };

const upload = (members) => ({
  method: 'POST',
  path: '/api/v1/files',
  headers: jsonApi,
  body: `{"data":{${members}}}`,
});
const patch = (path, body) => ({ method: 'PATCH', path, headers: jsonApi, body });

/** A resource of this type is rejected regardless of the rest of the document. */
const refused = '"type":"hostile"';

/** Each of these once blocked or stopped a station. */
const onceFatal = {
  'upload: combining marks': (_random, bytes) =>
    upload(`"type":"file","filename":${JSON.stringify(combiningMarks(bytes))},"encoded":""`),
  'upload: quoted media type': () =>
    upload(`"type":"file","media_type":${JSON.stringify(`x/y${';a=""'.repeat(50)}\u0001`)},"encoded":""`),
  'upload: values under a long name': (_random, bytes) =>
    upload(`"hostile":${longKey(bytes)},"encoded":"",${refused}`),
  'tag: combining marks': (_random, bytes) =>
    patch(
      '/api/v1/tags/1',
      `{"data":{"id":1,"type":"tag","attributes":{"filename":${JSON.stringify(combiningMarks(bytes))}}}}`,
    ),
};

export const stationKinds = {
  ...onceFatal,
  'upload: file name': (random, bytes) =>
    upload(`"type":"file","filename":${JSON.stringify(`${hostileText(random, bytes)}/`)},"encoded":""`),
  'upload: media type': (random) =>
    upload(
      `"type":"file","media_type":${JSON.stringify(`${pick(random, ['x/y', 'x'])}${hostileText(random, 250)}\u0001`)},"filename":"hostile.txt","encoded":""`,
    ),
  'upload: content': (random, bytes) =>
    upload(`"encoded":"${hostileBase64(random, bytes)}","filename":"hostile.txt",${refused}`),
  'upload: member': (random, bytes) =>
    upload(`"hostile":${hostileJson(random, bytes)},"filename":"hostile.txt","encoded":"",${refused}`),
  'upload: document': (random, bytes) => ({ ...upload(''), body: hostileJson(random, bytes) }),
  'upload: bytes': (random, bytes) => ({ ...upload(''), body: hostileBytes(random, bytes) }),
  'tag: file name': (random, bytes) =>
    patch(
      '/api/v1/tags/1',
      `{"data":{"id":1,"type":"tag","attributes":{"filename":${JSON.stringify(`${hostileText(random, bytes)}/`)}}}}`,
    ),
  'tag: document': (random, bytes) => patch('/api/v1/tags/1', hostileJson(random, bytes)),
  'settings: nickname': (random, bytes) =>
    patch(
      '/api/v1/settings',
      `{"data":{"type":"setting","id":"x","attributes":{"nickname":${JSON.stringify(`${hostileText(random, bytes)}\u0001.`)}}}}`,
    ),
  'settings: document': (random, bytes) => patch('/api/v1/settings', hostileJson(random, bytes)),
  'settings: bytes': (random, bytes) => patch('/api/v1/settings', hostileBytes(random, bytes)),
  'firmware: bundle': (random, bytes) => firmware(random, hostileBundle(random, bytes)),
  'firmware: multipart': (random, bytes) => ({
    ...patch('/api/v1/firmware', hostileMultipart(random, bytes)),
    headers: {
      'content-type': `multipart/form-data; boundary=${pick(random, ['b', 'B', '"b"', '-', fill('b', 60)])}`,
    },
  }),
  'scanner: timeout': (random, bytes) => ({
    method: 'GET',
    path: `/api/v1/scanner/tags?timeout=${encodeURIComponent(hostileText(random, Math.min(bytes, 2000)).toWellFormed())}`,
    headers: {},
  }),
  'simulator: serial': (random, bytes) => ({
    method: 'PUT',
    path: '/simulator/reader',
    headers: { 'content-type': 'application/json' },
    body: `{"serial":${JSON.stringify(`0x${hostileText(random, bytes)}`)}}`,
  }),
};

function firmware(random, bundle) {
  const name = pick(random, [
    'update',
    'other',
    '',
    hostileText(random, 200)
      .toWellFormed()
      .replace(/["\r\n]/g, ''),
  ]);
  return {
    method: 'PATCH',
    path: '/api/v1/firmware',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n`),
      bundle,
      Buffer.from(random() < 0.5 ? '\r\n--b--\r\n' : ''),
    ]),
  };
}

/** Returns a tar header with a valid checksum and a possibly wrong size. */
function tarHeader(name, size, type) {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100, 'latin1');
  header.write('0000644\0', 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

function hostileBundle(random, bytes) {
  const blocks = Math.max(1, Math.floor(bytes / 512));
  return pick(random, [
    () => hostileBytes(random, bytes),
    () => Buffer.alloc(bytes),
    () => Buffer.concat(Array.from({ length: blocks }, (_, at) => tarHeader(`folder-${at}/`, 0, '5'))),
    () => Buffer.concat([tarHeader('manifest.json', below(random, 2 ** 31), '0'), Buffer.alloc(bytes, 0x20)]),
    () => Buffer.concat([tarHeader('manifest.json', bytes, '0'), Buffer.from(hostileJson(random, bytes))]),
    () => Buffer.concat([tarHeader('manifest.json.sig', bytes, '0'), hostileBytes(random, bytes)]),
    () =>
      Buffer.concat(
        Array.from({ length: blocks }, () => tarHeader('../../a', 0, pick(random, ['0', '2', 'x', 'L']))),
      ),
  ])();
}

function hostileMultipart(random, bytes) {
  const part = (headers, body) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
  return pick(random, [
    () => fill('--b\r\n', bytes),
    () => fill('\r\n--b', bytes),
    () => fill('\r\n--', bytes),
    () => `--b\r\n${fill('\r\n-', bytes)}`,
    () => `--b\r\n${fill('A: b\r\n', bytes)}`,
    () => `--b\r\nContent-Disposition: form-data; ${fill('a="";', bytes)}\r\n\r\n`,
    () => `--b\r\nContent-Disposition: form-data; name*=${fill("utf-8''%41;", bytes)}\r\n\r\n`,
    () => fill(part('Content-Disposition: form-data; name="a"', ''), bytes),
    () => fill(part('Content-Disposition: form-data; name="update"; filename="f"', ''), bytes),
    () =>
      part('Content-Disposition: form-data; name="other"; filename="f"', fill('a', bytes)).slice(
        0,
        -below(random, 40) - 1,
      ),
    () => hostileBytes(random, bytes),
    () => '--b--',
    () => '',
  ])();
}
