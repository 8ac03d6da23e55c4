// Loaded together, because each file of its own makes the first load larger.
export { PlotterBackup } from '../panels/backup/plotter-backup.tsx';
export { ConnectPhone } from '../panels/phone/connect-phone.tsx';
export { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
