import { render } from 'preact';
import { followService } from '../service/index.ts';
import { App } from './app.tsx';
import { applyEvent } from './apply-event.ts';
import { plotter } from './client.ts';
import { keepDrawings } from './drawing/again.ts';
import { loadDeskWhenNeeded } from './drawing/load-desk.ts';
import { followShown } from './path/shown.ts';
import { followReach } from './script/draft.ts';
import { listenToKeys } from './shortcuts/keys.ts';

followShown();
loadDeskWhenNeeded();
void keepDrawings();
followReach();
listenToKeys();
void followService({ events: (options) => plotter.events(options), onEvent: applyEvent });
render(<App />, document.getElementById('page')!);
