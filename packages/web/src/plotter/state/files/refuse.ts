import { showToast } from '../../../ui/index.ts';

export function refuse(message: string): void {
  showToast({ message, tone: 'danger', durationMs: 10_000 });
}
