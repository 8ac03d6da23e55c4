import type { PlanFormatName } from '@stationery/contract/plan-formats';
import { saveFile } from '../../../ui/save-file.ts';
import { runAction } from '../run-action.ts';
import type { DrawingSession } from './session.ts';

export async function savePlan(session: DrawingSession, format: PlanFormatName): Promise<void> {
  const made = await runAction('save', () => session.makeFile(format));
  if (made !== undefined) saveFile(`${session.drawing.name}.${made.ending}`, made.file);
}
