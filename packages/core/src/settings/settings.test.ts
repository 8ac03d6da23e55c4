import { describe, expect, it } from 'vitest';
import {
  bearerToken,
  choice,
  describeSettings,
  named,
  port,
  readSettings,
  text,
  wholeNumber,
  withoutKeys,
} from './index.ts';

const table = named('T', {
  host: text({ help: 'Where to listen', default: '127.0.0.1' }),
  httpPort: port({ env: 'T_PORT', help: 'Port', defaultText: '80' }),
  limit: wholeNumber({ help: 'Limit', default: 5, min: 1, max: 9 }),
  mode: choice({ help: 'Mode', default: 'a', choices: ['a', 'b'] }),
});

describe('settings', () => {
  it('readSettings prefers flags to the environment, the file and defaults, in this order', () => {
    const file = { name: 'c.json', values: { host: 'file', limit: 2, mode: 'b' } };
    const values = readSettings(table, {
      args: ['--host', 'flag'],
      env: { T_HOST: 'env', T_LIMIT: '3' },
      file,
    });
    expect(values).toEqual({ host: 'flag', httpPort: undefined, limit: 3, mode: 'b' });
  });

  it.each([
    [['--limit', '10'], {}, '--limit must be a whole number from 1 to 9, not “10”'],
    [[], { T_PORT: 'http' }, 'T_PORT must be a whole number from 0 to 65535, not “http”'],
    [[], { T_MODE: 'c' }, 'T_MODE must be one of a, b, not “c”'],
    [['--hots', 'x'], {}, "Unknown option '--hots'"],
  ])('readSettings reports the mistake in %j %j in one line', (args, env, message) => {
    expect(() => readSettings(table, { args, env })).toThrow(
      new RegExp(`^${message.replace(/[-“”']/g, '.')}`),
    );
  });

  it('readSettings refuses unknown keys in the file', () => {
    const file = { name: 'c.json', values: { hosst: 'x' } };
    expect(() => readSettings(table, { args: [], env: {}, file })).toThrow(
      'c.json: there is no setting “hosst”',
    );
  });

  it('readSettings passes unknown keys to onUnknownKey if given', () => {
    const heard: string[] = [];
    const file = { name: 'c.json', values: { hosst: 'x', host: 'h' } };
    const onUnknownKey = (message: string) => heard.push(message);
    expect(readSettings(table, { args: [], env: {}, file, onUnknownKey })).toMatchObject({ host: 'h' });
    expect(heard).toEqual(['c.json: there is no setting “hosst”']);
  });

  it('two tables can share a part of the file', () => {
    const { host, ...others } = table;
    const sources = (values: Record<string, unknown>) =>
      withoutKeys(others, { host }, { args: [], env: {}, file: { name: 'c.json', values } });
    expect(readSettings({ host }, sources({ host: 'file', limit: 2 }))).toEqual({ host: 'file' });
    expect(() => readSettings({ host }, sources({ limti: 2 }))).toThrow('there is no setting “limti”');
  });

  it('readSettings ignores an empty environment variable', () => {
    expect(readSettings(table, { args: [], env: { T_LIMIT: '' } }).limit).toBe(5);
  });

  it.each(['schlüssel', 'a\u00a0b', ' a', 'a ', 'a\tb', 'a\nb', 'a\u0000', 'x'.repeat(1025)])(
    'refuse the token %j, which no header field can contain, without repeating it',
    (token) => {
      const secret = named('T', { token: bearerToken({ help: '' }) });
      const read = () => readSettings(secret, { args: [], env: { T_TOKEN: token } });
      expect(read).toThrow(
        /^T_TOKEN must be 1 to 1024 printable ASCII characters without a blank at the beginning or end$/,
      );
      expect(readSettings(secret, { args: [], env: { T_TOKEN: 'open sesame ~!' } }).token).toBe(
        'open sesame ~!',
      );
    },
  );

  it('describeSettings lists flags, variables and defaults', () => {
    expect(describeSettings(table)).toContain('--http-port <port>\n      Port\n      T_PORT, default: 80');
  });
});
