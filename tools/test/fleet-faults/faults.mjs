// The faults of `../fleet-faults.mjs`. Each one leaves everything running again.
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, makeRoom, mayMount } from '../../lib/disks.mjs';

export function faultsOf(fleet, jobs) {
  const { random, machines, stations, collections, network } = fleet;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const restart = async (one, afterMs) => {
    await fleet.kill(one.child);
    await sleep(random() * afterMs);
    one.child = one.startDevice();
  };
  const cut = async (name) => {
    network.cut(name);
    await sleep(random() * 8_000);
    network.join(name);
  };
  const faults = {
    async 'broker killed'() {
      await fleet.kill(fleet.broker);
      await sleep(random() * 1_500);
      await fleet.startBroker();
    },
    async 'broker paused'() {
      fleet.broker.kill('SIGSTOP');
      await sleep(random() * 5_000);
      fleet.broker.kill('SIGCONT');
    },
    'plotter killed': () => restart(pick(machines), 1_000),
    async 'plotter and broker killed'() {
      const one = pick(machines);
      await Promise.all([fleet.kill(one.child), fleet.kill(fleet.broker)]);
      await fleet.startBroker();
      one.child = one.startDevice();
    },
    async 'station killed'() {
      const one = pick(stations);
      await collections.publish();
      await sleep(random() * 300);
      await restart(one, 500);
    },
    async 'card of a station full'() {
      const { card } = pick(stations);
      fill(card);
      await collections.publish();
      await sleep(random() * 1_500);
      makeRoom(card);
    },
    async 'network of a plotter cut'() {
      const cutting = cut(pick(machines).id);
      await jobs.submit();
      await cutting;
    },
    async 'network of a station cut'() {
      const publishing = collections.publish();
      await sleep(random() * 100);
      const cutting = cut(pick(stations).id);
      await publishing;
      await cutting;
    },
    'network of the board cut': () => cut('board'),
    async 'disk of a plotter full'() {
      const { home } = pick(machines);
      fill(home);
      await jobs.submit();
      await sleep(random() * 3_000);
      makeRoom(home);
    },
    async 'board restarted'() {
      await fleet.board.stop();
      await sleep(random() * 500);
      await fleet.startBoard();
    },
    async nothing() {},
  };
  const possible = Object.entries(faults).filter(
    ([name]) =>
      (network !== undefined || !name.startsWith('network')) && (mayMount || !name.endsWith('full')),
  );
  return () => pick(possible);
}
