import { followService } from '../../service/index.ts';
import { plotter } from '../client.ts';
import { followShown } from '../state/bed/shown.ts';
import { dropChoiceWithNextJob } from '../state/bed/shown-job.ts';
import { restoreAndStoreDrawings } from '../state/drawing/last-drawing.ts';
import { dropOutdatedQuestions } from '../state/jobs/job-questions.ts';
import { followNotifications, followTabTitle } from '../state/jobs/notifications.ts';
import { jog } from '../state/manual-control/jog.ts';
import { followSheet } from '../state/plot/fresh-sheet.ts';
import { recheckOnNewReach } from '../state/script/script-draft.ts';
import { applyEvent } from '../state/sync/apply-event.ts';
import { loadPlaceDrawingWhenNeeded } from './load-place-drawing.ts';
import { listenToKeys } from './shortcuts/keys.ts';

export function start(): void {
  followShown();
  dropChoiceWithNextJob();
  followSheet();
  dropOutdatedQuestions();
  followTabTitle();
  followNotifications();
  jog.start();
  recheckOnNewReach();
  loadPlaceDrawingWhenNeeded();
  void restoreAndStoreDrawings();
  listenToKeys();
  void followService({ events: (options) => plotter.events(options), onEvent: applyEvent });
}
