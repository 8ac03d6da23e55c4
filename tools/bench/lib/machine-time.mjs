// Runs a job on a simulated machine in machine time: driver and simulator share a manual clock.
import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { openSimPort } from '@stationery/plotter';

const stepMs = 100;
const timeoutMs = 3_600_000;

export async function simulatedMachine(kind, members = {}) {
  const clock = new ManualClock();
  const simulator = kind.simulator({ clock, speedFactor: 1 });
  const settle = { bannerWaitMs: 2_000, quietMs: 20, maxMs: 6_000 };
  const driver = kind.create({
    clock,
    log: silentLogger,
    portPath: 'sim:',
    settle,
    openPort: openSimPort(simulator),
  });
  driver.configure(kind.defaultProfile);
  driver.connect();
  while (driver.state.state !== 'ready') await clock.advance(stepMs);
  const profile = { ...kind.defaultProfile, ...driver.facts, ...members };
  driver.configure(profile);
  return {
    profile,
    simulator,
    /** Runs commands like a job. Returns the time from the first command to the end of the last. */
    async run(commands) {
      const startedMs = clock.nowMs();
      let endedMs;
      const running = send(driver, commands).then(
        () => {
          endedMs = clock.nowMs();
        },
        (error) => {
          endedMs = error;
        },
      );
      while (endedMs === undefined) await clock.advance(stepMs);
      await running;
      if (endedMs instanceof Error) throw endedMs;
      return endedMs - startedMs;
    },
    async close() {
      const closed = Promise.all([driver.close(), simulator.close()]);
      await clock.advance(stepMs);
      await closed;
    },
  };
}

async function send(driver, commands) {
  const begun = [];
  for (const command of commands) {
    if (begun.length >= driver.window) await begun.shift();
    const { accepted, executed } = driver.begin(command, { timeoutMs });
    executed.catch(() => undefined);
    begun.push(
      accepted.then((reply) => {
        if (!reply.ok) throw new Error(`${command}: ${reply.terminalLine}`);
        return executed;
      }),
    );
    begun.at(-1).catch(() => undefined);
  }
  for (const one of begun) await one;
}
