// A network for `../fleet-faults.mjs`: the broker is in a network namespace with one cable per client,
// so that each cable can be cut silently. The namespace exists as long as its holder process, which
// ends when its stdin closes.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';

/** Makes the network; returns undefined without permission. `names`: one per cable. `number` selects the addresses. */
export function makeNetwork(names, number) {
  const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] });
  holder.on('error', () => undefined);
  const inside = ['nsenter', '--target', `${holder.pid}`, '--net'];
  const runs = (command) => spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0;
  const cables = new Map(
    names.map((name, at) => {
      // 198.18.0.0/15 is reserved for tests of networks (RFC 2544). Concurrent runs use different numbers.
      const address = (end) => `198.${18 + (number % 2)}.${number % 251}.${at * 4 + end}`;
      return [name, { here: `sf${number}a${at}`, there: `sf${number}b${at}`, address }];
    }),
  );
  const isMade =
    holder.pid !== undefined &&
    waitForNamespace(holder.pid) &&
    [...cables.values()].every(
      ({ here, there, address }) =>
        runs(['ip', 'link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', `${holder.pid}`]) &&
        runs(['ip', 'address', 'add', `${address(1)}/30`, 'dev', here]) &&
        runs(['ip', 'link', 'set', here, 'up']) &&
        runs([...inside, 'ip', 'address', 'add', `${address(2)}/30`, 'dev', there]) &&
        runs([...inside, 'ip', 'link', 'set', there, 'up']),
    );
  if (!isMade) {
    holder.kill('SIGKILL');
    return undefined;
  }
  const set = (name, state) => {
    if (!runs([...inside, 'ip', 'link', 'set', cables.get(name).there, state]))
      throw new Error(`The cable of “${name}” cannot be set ${state}`);
  };
  return {
    inside,
    address: (name) => cables.get(name).address(2),
    // Cut the broker's end: the end on this side keeps its route, so that nothing is sent elsewhere.
    cut: (name) => set(name, 'down'),
    join: (name) => set(name, 'up'),
    remove: () => holder.kill('SIGKILL'),
  };
}

/** Waits until `unshare` has made the namespace, which then differs from this process's. */
function waitForNamespace(pid) {
  const of = (who) => (existsSync(`/proc/${who}`) ? readlinkSync(`/proc/${who}/ns/net`) : '');
  for (let attempt = 0; attempt < 100; attempt++) {
    const there = of(pid);
    if (there !== '' && there !== of('self')) return true;
    spawnSync('sleep', ['0.02']);
  }
  return false;
}
