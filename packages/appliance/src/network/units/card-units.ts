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
      // Stop the unit when the device is removed. The udev rule starts it again.
      BindsTo: 'dev-%i.device',
      // Wait for the mounts of /etc/fstab.
      After: 'dev-%i.device local-fs.target systemd-sysusers.service',
      // Leave the card to the unmounting at the end of a shutdown. With the default dependencies it would be
      // unmounted while the station still writes.
      DefaultDependencies: 'no',
    },
    Service: {
      Type: 'oneshot',
      RemainAfterExit: 'yes',
      // Skip devices that are already mounted, such as the system's, without starting Node.
      ExecCondition: '/bin/sh -c "! findmnt --noheadings --source /dev/%I"',
      ExecStart: `${commandLine([...program, 'card', 'mount', '--device'])} /dev/%I`,
      // Don't use ExecStopPost, which would also run for skipped devices.
      ExecStop: `${commandLine([...program, 'card', 'unmount', '--device'])} /dev/%I`,
      // A repair may take five minutes.
      TimeoutStartSec: '10min',
      // Hardening is limited to settings that keep the machine's mount namespace, because a mount in a private
      // one would be invisible elsewhere.
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
