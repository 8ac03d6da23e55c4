import { plotterTexts } from '../../texts/plotter.ts';
import { type MenuItem, PageMenu } from '../../ui/index.ts';
import {
  openConnectionDialog,
  openMachineDialog,
  openSetupDialog,
  openShortcutsDialog,
} from '../state/dialogs.ts';
import { areNotificationsOn, canNotify, switchNotifications } from '../state/jobs/notifications.ts';

/** The menu of the page: what is needed now and then. */
export function PlotterMenu() {
  const texts = plotterTexts.menu;
  return (
    <PageMenu
      groups={[
        {
          items: [
            { icon: 'chip', label: texts.machine, run: openMachineDialog },
            { icon: 'pen', label: plotterTexts.connection.which, run: openSetupDialog },
            { icon: 'link', label: texts.connection, run: openConnectionDialog },
            { icon: 'keyboard', label: plotterTexts.shortcuts.open, run: openShortcutsDialog },
            ...(canNotify() ? [notify()] : []),
          ],
        },
      ]}
    />
  );
}

function notify(): MenuItem {
  const isOn = areNotificationsOn.value;
  return {
    icon: 'bell',
    label: plotterTexts.notifications.on,
    checked: isOn,
    toggles: true,
    run: () => void switchNotifications(!isOn),
  };
}
