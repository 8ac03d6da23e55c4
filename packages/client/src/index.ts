export { plotterRoutes, stationRoutes } from '@stationery/contract';
