import { errorToastMs, runAction as run } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';
import { explainError } from './describe-reason.ts';

export const runAction = <T>(name: string, request: () => Promise<T>): Promise<T | undefined> =>
  run(name, request, (error) =>
    showToast({ message: explainError(error), tone: 'danger', durationMs: errorToastMs }),
  );
