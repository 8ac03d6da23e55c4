import type { Job, PlotterStatus } from '@stationery/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobsById, status } from '../store.ts';
import {
  cancelQuestion,
  closeCancelQuestion,
  closeNewOriginQuestion,
  confirmCancel,
  confirmNewOrigin,
  dropOutdatedQuestions,
  newOriginQuestion,
} from './job-questions.ts';

const job = (state: string, more: Partial<Job> = {}) =>
  ({
    id: 7,
    name: 'two',
    estimatedMs: 20_000,
    progress: 0.2,
    resumePoint: {},
    state: { state },
    ...more,
  }) as Job;

/** Sets the jobs of the page. The first is the current job, unless it was interrupted or has ended. */
function show(...all: Job[]): void {
  const [first] = all;
  const isCurrent = ['running', 'paused'].includes(first?.state.state ?? '');
  jobsById.value = new Map(all.map((each) => [each.id, each]));
  status.value = { job: isCurrent ? first : null } as PlotterStatus;
}

let end = () => {};
beforeEach(() => {
  end = dropOutdatedQuestions();
});
afterEach(() => {
  end();
  closeCancelQuestion();
  closeNewOriginQuestion();
  [jobsById.value, status.value] = [undefined, undefined];
});

describe('setting the origin', () => {
  it.each(['paused', 'interrupted'])('asks first while a %s job has unplotted strokes', (state) => {
    const set = vi.fn();
    show(job(state));
    confirmNewOrigin(set);
    expect(newOriginQuestion.value?.job.name).toBe('two');
    closeNewOriginQuestion();
    expect(set).not.toHaveBeenCalled();
    confirmNewOrigin(set);
    newOriginQuestion.value!.confirm();
    expect(set).toHaveBeenCalledOnce();
  });

  it('does not ask before the first line of a job, after its end, or if it cannot be resumed', () => {
    const set = vi.fn();
    const all = [job('paused', { progress: 0 }), job('done'), job('interrupted', { resumePoint: null })];
    for (const one of all) {
      show(one);
      confirmNewOrigin(set);
      expect(newOriginQuestion.value).toBeUndefined();
    }
    expect(set).toHaveBeenCalledTimes(3);
  });

  it('asks about an older interrupted job until that job is running', () => {
    show(job('done', { id: 8 }), job('interrupted'));
    confirmNewOrigin(() => {});
    expect(newOriginQuestion.value?.job.id).toBe(7);
    show(job('running'));
    show(job('paused'));
    expect(newOriginQuestion.value).toBeUndefined();
  });
});

describe('cancelling a job', () => {
  it.each(['running', 'pausing', 'paused', 'interrupted'])('asks first while the job is %s', (state) => {
    const cancel = vi.fn();
    const one = job(state, { progress: 0.01 });
    show(one);
    confirmCancel(one, cancel);
    expect(cancelQuestion.value?.job.id).toBe(7);
    expect(cancel).not.toHaveBeenCalled();
    cancelQuestion.value!.confirm();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each(['queued', 'held'])('does not ask while the job is %s', (state) => {
    const cancel = vi.fn();
    show(job(state));
    confirmCancel(job(state), cancel);
    expect(cancel).toHaveBeenCalledOnce();
    expect(cancelQuestion.value).toBeUndefined();
  });
});
