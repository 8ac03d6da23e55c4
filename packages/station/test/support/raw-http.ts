export { ask, type RawAnswer, sendBytes } from '@stationery/http/testing';
