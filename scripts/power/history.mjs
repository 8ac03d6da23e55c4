// What the clients knew at a moment of the record.
import { StationClient } from '../torture/station/client.mjs';

/** The clients of a station as they were right after `at`, and which file each id was given to. */
export function clientsAt(events, station, at) {
  const clients = [];
  const owners = new Map();
  let acknowledged = 0;
  for (const { event, client: number, operation, id, ...more } of events) {
    if (more.at > at) break;
    if (more.station !== station) continue;
    clients[number] ??= new StationClient(number);
    const client = clients[number];
    if (event === 'sent') client.inFlight = operation;
    if (event !== 'done') continue;
    client.happened(operation, id);
    client.inFlight = undefined;
    acknowledged++;
    if (operation.kind === 'upload') owners.set(id, operation.digest);
  }
  return { clients: clients.filter(Boolean), owners, acknowledged };
}

/**
 * The jobs that had been sent: their commands; the id where they were accepted; the state in which they were last
 * seen; and how much was completed when they were seen next, which is more than was completed at the cut.
 */
export function jobsAt(events, at) {
  const jobs = new Map();
  const byId = new Map();
  for (const { event, number, commands, id, state, completed, ...more } of events) {
    if (event === 'job sent' && more.at <= at) jobs.set(number, { commands });
    if (event === 'job accepted' && jobs.has(number)) {
      const job = jobs.get(number);
      job.id = id;
      job.isAccepted = more.at <= at;
      byId.set(id, job);
    }
    if (event !== 'job seen' || !byId.has(id)) continue;
    const job = byId.get(id);
    if (more.at <= at) Object.assign(job, { seen: state, seenCompleted: completed, seenMs: more.ms });
    else job.laterCompleted ??= completed;
  }
  return [...jobs.values()];
}
