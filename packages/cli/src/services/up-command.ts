import { defineCommand } from '../command-line/command.ts';
import { startPlotterService } from './plotter-command.ts';
import { runServices } from './service.ts';
import { startStationService } from './station-command.ts';

export const up = defineCommand({
  summary: 'Run both services',
  about: `Runs the base station and the plotter service. Their settings come from environment variables and the config file: see
“stationery station --help” and “stationery plotter --help”.`,
  keepsRunning: true,
  optionHint: 'Settings of the services are not options here: use an environment variable or the config file',
  examples: ['stationery up', 'STATION_HTTP_PORT=8080 PLOTTER_SERIAL_PATH=/dev/ttyUSB0 stationery up'],
  run: (context) => runServices([startStationService, startPlotterService], context),
});
