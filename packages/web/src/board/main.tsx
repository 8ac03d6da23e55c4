import { followService } from '../service/index.ts';
import { boardCatalogue } from '../texts/board.ts';
import { showPage } from '../ui/show-page.ts';
import { BoardPage } from './app/board-page.tsx';
import { board } from './client.ts';
import { followAlarms } from './state/alarms.ts';
import { applyEvent } from './state/apply-event.ts';
import { followStatus } from './state/follow-status.ts';
import { readLists } from './state/read-lists.ts';

followAlarms();
followStatus();
// Reads the lists before the event stream opens. They are read again when it does.
readLists();
void followService({ events: (options) => board.events(options), onEvent: applyEvent });
void showPage(<BoardPage />, boardCatalogue, { linksToOtherPage: false });
