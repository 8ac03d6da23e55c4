import type { RenderedFile } from '../rendered-file.ts';
import { systemCalls } from './hardening.ts';
import { commandLine, unitFile } from './unit-file.ts';

interface CardUnitOptions {
  readonly program: readonly string[];
  readonly unitFolder?: string;
  readonly udevFolder?: string;
}

export function cardUnits(options: CardUnitOptions): RenderedFile[] {
  const { program, unitFolder, udevFolder = '/etc/udev/rules.d' } = options;
  const card = {
    Unit: {
      Description: 'Stationery card on /dev/%I',
      // Stops the unit when the device is removed; the udev rule starts it again.
      BindsTo: 'dev-%i.device',
      // Mounts of /etc/fstab come first.
      After: 'dev-%i.device local-fs.target systemd-sysusers.service',
      // systemd unmounts everything last; stopped with other units, the card would go while the station still writes.
      DefaultDependencies: 'no',
    },
    Service: {
      Type: 'oneshot',
      RemainAfterExit: 'yes',
      // Skips devices that are mounted already, such as the system's, without starting Node.
      ExecCondition: '/bin/sh -c "! findmnt --noheadings --source /dev/%I"',
      ExecStart: `${commandLine([...program, 'card', 'mount', '--device'])} /dev/%I`,
      // ExecStopPost would also run for skipped devices.
      ExecStop: `${commandLine([...program, 'card', 'unmount', '--device'])} /dev/%I`,
      // A repair may take five minutes.
      TimeoutStartSec: '10min',
      // Needs the machine's mount namespace: a mount in a private one would be invisible elsewhere.
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

/** Matches all possible cards; “stationery card mount” chooses one. */
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
