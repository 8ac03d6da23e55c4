import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Namespaces, needsNamespaces } from '../support/namespaces.ts';

const { run, label } = needsNamespaces();
const mounts = () => readFileSync('/proc/self/mountinfo', 'utf8');

describe.skipIf(!run)(`the network namespaces of tests (${label})`, () => {
  const all = new Namespaces();
  afterEach(() => all.close());

  it('are separate networks, and mount nothing on this machine', () => {
    const one = all.add();
    const other = all.add();
    all.connect(one, 'cable0', other, 'cable1');
    for (const { id } of [one, other]) expect(mounts()).not.toContain(readlinkSync(`/proc/${id}/ns/net`));
    expect(one.run('ls', ['/sys/class/net']).stdout.split('\n')).toContain('cable0');
    expect(other.run('ls', ['/sys/class/net']).stdout.split('\n')).toContain('cable1');
    expect(existsSync('/sys/class/net/cable1')).toBe(false);
  });

  it('are gone when closed, even after a failed step', async () => {
    const made = all.add();
    const running = made.start('sleep', ['1000']);
    expect(() => made.ip('link', 'set', 'missing', 'up')).toThrow(/missing/);
    await all.close();
    expect(existsSync(`/proc/${made.id}`)).toBe(false);
    expect(running.child.exitCode ?? running.child.signalCode).not.toBeNull();
  });
});
