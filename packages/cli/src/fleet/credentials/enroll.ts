import type { EnrolledDevice } from '@stationery/client/board';
import { defineCommand } from '../../command-line/command.ts';
import { plain } from '../../terminal/words.ts';

export const enroll = defineCommand({
  summary: 'Get a code with which a device joins the fleet',
  about:
    'The code is good for one device and ten minutes. Enter it at the device with “stationery fleet join”. The device id is derived from the name.',
  service: 'board',
  options: { name: { placeholder: '<text>', help: 'Name of the device, such as “Room 3”' } },
  examples: ['stationery fleet enroll --name "Room 3"'],
  async run({ options: { name }, out, signal, ...context }) {
    const made = await (await context.board()).enroll(name === undefined ? {} : { name }, { signal });
    out.result(made, () => {
      out.line(made.code);
      out.note(
        `At the device, within ${made.validSeconds / 60} minutes: stationery fleet join <address of this board> ${made.code}${made.ownCertificate ? ' --ca certificate.pem' : ''}`,
      );
    });
  },
});

export const enrolled = defineCommand({
  summary: 'List the devices that have credentials',
  service: 'board',
  examples: ['stationery fleet enrolled', 'stationery fleet enrolled --json'],
  async run({ out, signal, ...context }) {
    const devices = await (await context.board()).enrolled({ signal });
    const rows = devices.map((each) => [each.id, plain(each.name), stateWords(each)]);
    const ifEmpty = 'No device was enrolled. Get a code with “stationery fleet enroll”.';
    out.result({ devices }, () => out.table(['ID', 'NAME', 'STATE'], rows, ifEmpty));
  },
});

export const revoke = defineCommand({
  summary: 'Revoke the credentials of a device',
  about:
    'For a device that was lost or stolen: it is disconnected, and refused from then on. Its jobs stay on the board.',
  arguments: '<device>',
  service: 'board',
  examples: ['stationery fleet revoke room-3'],
  async run({ args: [id = ''], out, signal, ...context }) {
    const device = await (await context.board()).revoke(id, { signal });
    out.result(device, () => out.line(`Revoked the credentials of ${device.id} “${plain(device.name)}”.`));
  },
});

const stateWords = ({ enrolledAt, revokedAt }: EnrolledDevice) =>
  revokedAt === null ? `Enrolled ${enrolledAt.slice(0, 10)}` : `Revoked ${revokedAt.slice(0, 10)}`;
