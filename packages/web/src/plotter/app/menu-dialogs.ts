// Loaded together, because a separate file for each would make the first load larger.
export { PlotterBackup } from '../panels/backup/plotter-backup.tsx';
export { ConnectPhone } from '../panels/phone/connect-phone.tsx';
export { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
