export { runProgram } from '../run-program.ts';
export { hideSecrets, lineDiff } from './apply/line-diff.ts';
export { pendingChanges } from './apply/pending-changes.ts';
export { type Check, networkChecks } from './checks.ts';
export { type ConnectivityProbe, connectivityProbes } from './connectivity-probes.ts';
export { writeHostNames } from './host-names-file.ts';
export { type NetworkPlan, networkPlan, ssidFor, stationSerial } from './network-plan.ts';
export { type Machine, thisMachine } from './radio/programs.ts';
export { hasWifi, radioOf } from './radio/radio.ts';
export { readRadioState } from './radio/radio-state.ts';
export {
  type Change,
  enablingLink,
  forgetRecord,
  type NetworkRecord,
  pendingUndo,
  readRecord,
  recordPath,
  saveOriginalState,
  type Undo,
  undoFiles,
  writeChanges,
} from './record/network-record.ts';
export { otherUnits, renderNetwork } from './render/render-network.ts';
export { isLink, type Rendered, type RenderedFile, type RenderedLink } from './rendered-file.ts';
export { channelsIn } from './settings/channel.ts';
export { networkSettings } from './settings/network-settings.ts';
export { ensurePassphrase, passphraseFile, storedPassphrase } from './settings/passphrase.ts';
export {
  type NetworkSettings,
  networkCommandSettings,
  networkSettingsFrom,
  placeSettings,
} from './settings/read-network-settings.ts';
export type { Subnet } from './settings/subnet.ts';
export * from './units/index.ts';
export { readReport, writeReport } from './watchdog/report.ts';
export { Watchdog } from './watchdog/watchdog.ts';
export { wifiCode } from './wifi-code.ts';
