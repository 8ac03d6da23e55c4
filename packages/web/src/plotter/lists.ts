import { explain } from '../service/index.ts';
import { plotterTexts } from '../texts/plotter.ts';
import { showToast } from '../ui/index.ts';
import { plotter } from './client.ts';
import { jobs, machine } from './store.ts';

const pageSize = 50;
let reading = 0;

/** Reads what no event carries: the jobs of before, and the machine. */
export async function readLists(): Promise<void> {
  const turn = ++reading;
  try {
    const [profile, list] = await Promise.all([plotter.machine(), plotter.jobs.list({ limit: pageSize })]);
    if (turn !== reading) return;
    machine.value = profile;
    const newest = list[0]?.id ?? 0;
    // What came by an event meanwhile is newer than the list.
    jobs.value = [...(jobs.value ?? []).filter(({ id }) => id > newest), ...list];
  } catch (error) {
    // A connection that broke says so itself, and the list is read again when it is back.
    if (turn === reading && jobs.value === undefined) {
      showToast({ message: plotterTexts.jobs.unread(explain(error)), tone: 'danger' });
    }
  }
}
