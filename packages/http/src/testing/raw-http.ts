import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request with exactly these header fields and this target, unlike `fetch`. */
export function ask(
  url: string,
  options: { method?: string; target?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: hostname,
        port,
        path: options.target ?? `${pathname}${search}`,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          body += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(options.body);
  });
}

/**
 * Sends bytes and reads the response to its end. With `untilAnswer`, reads only its first bytes, for a request
 * that is refused before it is complete.
 */
export function sendBytes(
  url: string,
  bytes: string | Buffer,
  options: { untilAnswer?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      if (options.untilAnswer) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(text)));
  });
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(':')[0]?.toLowerCase() ?? '', field.replace(/^[^:]*:\s*/, '')]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
