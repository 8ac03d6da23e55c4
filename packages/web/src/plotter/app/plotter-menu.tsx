import { plotterTexts } from '../../texts/plotter.ts';
import { PageMenu } from '../../ui/index.ts';
import { openConnectionDialog, openMachineDialog, openShortcutsDialog } from '../state/dialogs.ts';

/** The menu of the page: what is needed now and then. */
export function PlotterMenu() {
  const texts = plotterTexts.menu;
  return (
    <PageMenu
      groups={[
        {
          items: [
            { icon: 'chip', label: texts.machine, run: openMachineDialog },
            { icon: 'link', label: texts.connection, run: openConnectionDialog },
            { icon: 'keyboard', label: plotterTexts.shortcuts.open, run: openShortcutsDialog },
          ],
        },
      ]}
    />
  );
}
