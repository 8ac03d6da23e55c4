export { connectBroker } from '../broker/connect-broker.ts';
