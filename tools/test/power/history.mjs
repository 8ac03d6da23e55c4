// Reconstructs what the clients knew at a moment of the record.
import { StationClient } from '../torture/station/client.mjs';

/** The clients right after `at`, and the file of each id. */
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

/** `laterCompleted`: when first seen after the cut; an upper bound for the number at the cut. */
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
