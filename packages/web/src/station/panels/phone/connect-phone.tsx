import { createPhones } from '@stationery/client/phones';
import { pageRoot, token } from '../../../service/index.ts';
import { PhoneDialog } from '../../../service/phone-dialog.tsx';
import { phoneDialog } from '../../state/dialogs.ts';

const phones = createPhones('station', { baseUrl: pageRoot, token: () => token.value });

export const ConnectPhone = () => <PhoneDialog phones={phones} onClose={phoneDialog.close} />;
