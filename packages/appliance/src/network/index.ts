export { networkSettings } from '../network-settings/network-settings.ts';
export type { Subnet } from '../network-settings/subnet.ts';
export { hideSecrets } from './apply/hide-secrets.ts';
export { lineDiff } from './apply/line-diff.ts';
export { type Change, pendingChanges } from './apply/pending-changes.ts';
export { writeChanges } from './apply/write-changes.ts';
export type { Check } from './checks/check.ts';
export { networkChecks } from './checks/network-checks.ts';
export { type ConnectivityProbe, connectivityProbes } from './connectivity-probes.ts';
export { writeHostNames } from './host-names-file.ts';
export { type NetworkPlan, networkPlan, stationSerial } from './network-plan.ts';
export { canWpa3 } from './radio/can-wpa3.ts';
export { type Machine, thisMachine } from './radio/programs.ts';
export { radioOf } from './radio/radio.ts';
export { readRadioState } from './radio/radio-state.ts';
export { enablingLink, type NetworkRecord, readRecord, recordPath } from './record/network-record.ts';
export type { OriginalState } from './record/original-state.ts';
export {
  type ChangedParts,
  readOriginalState,
  type WifiSwitch,
  wifiSwitches,
} from './record/read-original-state.ts';
export { saveOriginalState } from './record/save-original-state.ts';
export { forgetRecord, pendingUndo, type Undo, undoFiles } from './record/undo-files.ts';
export { otherUnits } from './render/prevent-joining.ts';
export { renderNetwork } from './render/render-network.ts';
export { isLink, type Rendered, type RenderedFile, type RenderedLink } from './rendered-file.ts';
export { ensurePassphrase, passphraseFile, storedPassphrase } from './settings/passphrase.ts';
export {
  type NetworkSettings,
  networkCommandSettings,
  networkSettingsFrom,
  placeSettings,
} from './settings/read-network-settings.ts';
export * from './units/index.ts';
export { readReport, writeReport } from './watchdog/report.ts';
export { Watchdog } from './watchdog/watchdog.ts';
export { wifiCode } from './wifi-code.ts';
