// Hostile requests for any service: header fields, paths and framing.
import { below, fill, headerText, pick } from './hostile-values.mjs';

const paths = {
  station: [
    '/api/v1/settings',
    '/api/v1/sdcard',
    '/api/v1/tags',
    '/api/v1/files/1/content',
    '/',
    '/api/docs',
  ],
  plotter: ['/api/plotter/health', '/api/plotter/status', '/api/plotter/jobs', '/', '/api/docs'],
};
const fields = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'content-type',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'referer',
  'te',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
];
const openings = {
  accept: 'application/vnd.api+json',
  authorization: 'Bearer ',
  'content-type': 'application/json',
  host: '[::1]',
  'if-none-match': '"a"',
  prefer: 'a="',
  range: 'bytes=0-',
};
const methods = [
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'LOCK',
  'M-SEARCH',
  'LINK',
  'PUT',
  'get',
];

const get = (random, service, more = {}) => ({
  method: 'GET',
  path: pick(random, paths[service]),
  headers: {},
  ...more,
});

export const httpKinds = {
  'header field': (random, _bytes, service) => {
    const name = pick(random, fields);
    const value = `${openings[name] ?? ''}${headerText(random, below(random, 14_000))}`.trim();
    return get(random, service, { headers: { [name]: value } });
  },
  'many header fields': (random, _bytes, service) => {
    const count = below(random, 2500);
    const headers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, '']));
    return get(random, service, { headers });
  },
  'a header field many times': (random, _bytes, service) =>
    get(random, service, {
      headers: { [pick(random, fields)]: Array.from({ length: below(random, 1000) }, () => 'a') },
    }),
  'two hosts': (random, _bytes, service) =>
    get(random, service, { headers: { host: ['localhost', 'localhost'] } }),
  method: (random, _bytes, service) =>
    get(random, service, { method: pick(random, methods), body: random() < 0.5 ? 'hostile' : undefined }),
  address: (random, _bytes, service) => {
    const piece = pick(random, [
      '/',
      '/..',
      '/.',
      '%2f',
      '%',
      '%00',
      '%c3',
      '//',
      '/%2e%2e',
      ';',
      '/a',
      '?',
      '&a=1',
      '#',
      '\\',
    ]);
    return get(random, service, {
      path: `${pick(random, paths[service])}${fill(piece, below(random, 14_000))}`,
    });
  },
  'many query parameters': (random, _bytes, service) => {
    const parameter = pick(random, ['&a=1', '&a', '&a[]=1', '&%41', '&', '&timeout=1']);
    return get(random, service, {
      path: `${pick(random, paths[service])}?${fill(parameter, below(random, 14_000))}`,
    });
  },
  'no HTTP': (random) => ({
    raw: Buffer.from(
      pick(random, [
        '\r\n',
        '\u0000',
        'GET',
        'GET / HTTP/9.9\r\n\r\n',
        '\u0016\u0003\u0001',
        'GET / HTTP/1.1\r\nA',
        '\r\n'.repeat(5000),
      ]),
    ),
  }),
};
