// Reconstructs what the clients knew at a moment of the record.
import { StationClient } from '../torture/station/client.mjs';

/** Returns the clients as they were right after `at`, the file of each id, and the number of acknowledged changes. */
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
 * Returns the jobs at `at`. `laterCompleted` is the number of completed commands when first seen after the
 * cut, an upper bound for their number at the cut.
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
    if (more.at <= at) job.seen = state;
    else job.laterCompleted ??= completed;
  }
  return [...jobs.values()];
}
