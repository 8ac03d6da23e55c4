import { plotterCatalogue } from '../texts/plotter.ts';
import { showPage } from '../ui/show-page.ts';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';

start();
void showPage(<App />, plotterCatalogue);
