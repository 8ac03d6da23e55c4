import type { RenderedFile } from '../rendered-file.ts';
import { systemCalls } from './hardening.ts';
import { commandLine, unitFile } from './unit-file.ts';

interface CardUnitOptions {
  /** What starts Stationery, as words. */
  readonly program: readonly string[];
  readonly unitFolder?: string;
  readonly udevFolder?: string;
}

/** Mounts a card whenever it is put in, and unmounts it when it is taken out. */
export function cardUnits({
  program,
  unitFolder,
  udevFolder = '/etc/udev/rules.d',
}: CardUnitOptions): RenderedFile[] {
  const card = {
    Unit: {
      Description: 'Stationery card on /dev/%I',
      // Stopped when the device goes, and started again with it by the rule of udev.
      BindsTo: 'dev-%i.device',
      // What /etc/fstab mounts is mounted first.
      After: 'dev-%i.device local-fs.target systemd-sysusers.service',
      // Not stopped at shutdown, where the station may still be writing: systemd unmounts everything at the end.
      DefaultDependencies: 'no',
    },
    Service: {
      Type: 'oneshot',
      RemainAfterExit: 'yes',
      // Most are the system's own: those are passed over without starting a program.
      ExecCondition: '/bin/sh -c "! findmnt --noheadings --source /dev/%I"',
      ExecStart: `${commandLine([...program, 'card', 'mount', '--device'])} /dev/%I`,
      // Not ExecStopPost: that is run for what was passed over, too.
      ExecStop: `${commandLine([...program, 'card', 'unmount', '--device'])} /dev/%I`,
      // A repair may take five minutes.
      TimeoutStartSec: '10min',
      // In the file systems of the machine itself: a mount in a namespace of its own would not be visible elsewhere.
      NoNewPrivileges: 'yes',
      RestrictRealtime: 'yes',
      LockPersonality: 'yes',
      RestrictAddressFamilies: 'AF_UNIX AF_NETLINK',
      CapabilityBoundingSet: 'CAP_SYS_ADMIN CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER',
      ...systemCalls('@mount'),
    },
  };
  return [
    unitFile('stationery-card@.service', card, unitFolder),
    { path: `${udevFolder}/90-stationery-card.rules`, mode: 0o644, content: udevRules },
  ];
}

/** Everything that may be a card; which one it is, is decided by “stationery card mount”. */
const udevRules = `# A card that is put in is mounted for the base station: see stationery-card@.service.
ACTION=="remove", GOTO="stationery_card_end"
SUBSYSTEM!="block", GOTO="stationery_card_end"
KERNEL!="sd*|mmcblk*|nvme*|vd*", GOTO="stationery_card_end"
ENV{ID_FS_USAGE}!="filesystem", GOTO="stationery_card_end"
ENV{ID_FS_LABEL}=="STATIONERY|Stationery|stationery|CARD|Card|card", GOTO="stationery_card"
SUBSYSTEMS=="usb|mmc", GOTO="stationery_card"
GOTO="stationery_card_end"

LABEL="stationery_card"
TAG+="systemd", ENV{SYSTEMD_WANTS}+="stationery-card@%k.service"

LABEL="stationery_card_end"
`;
