import { afterEach, describe, expect, it, vi } from 'vitest';
import { needsProgram } from './needs-program.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('needsProgram', () => {
  it('finds a program on the path', () => {
    expect(needsProgram('sh', 'dash')).toMatchObject({ run: true });
  });

  it('skips the test if the program is missing', () => {
    vi.stubEnv('CI', '');
    expect(needsProgram('no-such-program', 'no-such-package').run).toBe(false);
  });

  it('fails on a build server if the program is missing', () => {
    vi.stubEnv('CI', 'true');
    expect(() => needsProgram('no-such-program', 'no-such-package')).toThrow(
      'apt-get install no-such-package',
    );
  });
});
