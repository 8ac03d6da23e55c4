import { createPhones } from '@stationery/client/phones';
import { clientOptions } from '../../../service/index.ts';
import { PhoneDialog } from '../../../service/phone-dialog.tsx';
import { phoneDialog } from '../../state/dialogs.ts';

const phones = createPhones('station', clientOptions);

export const ConnectPhone = () => <PhoneDialog phones={phones} onClose={phoneDialog.close} />;
