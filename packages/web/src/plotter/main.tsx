import { followService } from '../service/index.ts';
import { plotterCatalogue } from '../texts/plotter.ts';
import { showPage } from '../ui/index.ts';
import { App } from './app/app.tsx';
import { loadDeskWhenNeeded } from './app/load-place-drawing.ts';
import { listenToKeys } from './app/shortcuts/keys.ts';
import { plotter } from './client.ts';
import { followShown } from './state/bed/shown.ts';
import { keepDrawings } from './state/drawing/last-drawing.ts';
import { followReach } from './state/script/script-draft.ts';
import { applyEvent } from './state/sync/apply-event.ts';

followShown();
loadDeskWhenNeeded();
void keepDrawings();
followReach();
listenToKeys();
void followService({ events: (options) => plotter.events(options), onEvent: applyEvent });
void showPage(<App />, plotterCatalogue);
