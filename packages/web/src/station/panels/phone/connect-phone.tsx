import { PhoneDialog } from '../../../service/phone-dialog.tsx';
import { phones } from '../../client.ts';
import { phoneDialog } from '../../state/dialogs.ts';

export const ConnectPhone = () => <PhoneDialog phones={phones} onClose={phoneDialog.close} />;
