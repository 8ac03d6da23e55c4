import { plotterTexts } from '../../texts/plotter.ts';
import { type MenuItem, PageMenu } from '../../ui/index.ts';
import { connectionDialog, machineDialog, setupDialog, shortcutsDialog } from '../state/dialogs.ts';
import { areNotificationsOn, canNotify, switchNotifications } from '../state/jobs/notifications.ts';

export function PlotterMenu() {
  const texts = plotterTexts.menu;
  return (
    <PageMenu
      groups={[
        {
          items: [
            { icon: 'chip', label: texts.machine, run: machineDialog.open },
            { icon: 'pen', label: plotterTexts.connection.which, run: setupDialog.open },
            { icon: 'link', label: texts.connection, run: connectionDialog.open },
            { icon: 'keyboard', label: plotterTexts.shortcuts.open, run: shortcutsDialog.open },
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
