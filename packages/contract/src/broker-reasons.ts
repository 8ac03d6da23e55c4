import { type TUnsafe, Type } from 'typebox';
import { describing, plain, type ReasonOf, reasonSchema, row } from './reason-table.ts';

const join =
  'Get a code at the board with “stationery fleet enroll”, and use it here with “stationery fleet join”.';
const rejoin = join.replace(/”\.$/, ' --replace”.');

/** Programs compare the codes, so they never change. */
export const brokerReasons = {
  'credentials-missing': plain(`The NATS server asks for credentials. ${join}`),
  'credentials-refused': row(
    { device: Type.String() },
    ({ device }) =>
      `The NATS server refuses the credentials of “${device}”: they were revoked, or belong to another fleet. ${rejoin}`,
  ),
  'board-credentials-refused': plain(
    'The NATS server refuses the credentials of the board. Make the server reload the file of BOARD_NATS_ACCOUNTS.',
  ),
  'certificate-unknown': plain(`The certificate of the NATS server is not known here. ${join}`),
  'certificate-changed': plain(
    `This is not the NATS server of the fleet that was joined: it has another certificate. ${rejoin}`,
  ),
};

export type BrokerReason = ReasonOf<typeof brokerReasons>;

export const BrokerReason: TUnsafe<BrokerReason> = reasonSchema(
  brokerReasons,
  'BrokerReason',
  'Why the NATS server of the fleet refuses the connection',
);

export const describeBrokerReason: (reason: BrokerReason) => string = describing(brokerReasons);
