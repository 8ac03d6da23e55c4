import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import {
  configFile,
  plotterRuntimeFolder,
  readRecord,
  setupRequestPath,
} from '@stationery/appliance/network';
import {
  bootIdPath,
  fingerprintOf,
  readRequest,
  type SetupResult,
  writeResult,
} from '@stationery/appliance/presets';
import { type SetupProblem, setupProblem } from '@stationery/contract';
import { SettingError } from '@stationery/core/settings';
import { defineCommand } from '../command-line/command.ts';
import { ownProgram } from '../network/own-program.ts';
import { runStep, stepOutput } from '../network/run-step.ts';
import { exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { applyRequest, isShutdown } from './apply-request.ts';

export const setup = defineCommand({
  summary: 'Apply what was chosen on the page of the station; systemd runs this',
  about: `The station writes the settings chosen on its page to a file. This command checks the file, changes the config file, the network and the
services, and removes the file. If the network does not start, the previous settings are restored.`,
  arguments: '<file>',
  completes: ['file'],
  options: {
    result: { placeholder: '<file>', help: 'Where to save the result, for the page', completes: 'file' },
  },
  examples: [`sudo stationery setup ${setupRequestPath}`],
  async run({ args: [path], config = configFile.path, options, out }) {
    if (path === undefined) throw new UsageError('which file?');
    const request = readRequest(path);
    if (request === undefined) return exitCodes.good;
    const say = stepOutput(out);
    const run = (...words: string[]) => runStep(say, ...words);
    const report = (result: Omit<SetupResult, 'request'>) => {
      if (options.result !== undefined)
        writeResult(options.result, { request: fingerprintOf(request), ...result });
    };
    report({ problem: null, isRunning: true });
    let problem: SetupProblem | null = setupProblem('settings-failed');
    try {
      problem = await applyRequest(request, {
        config,
        run,
        hasNetwork: readRecord('/') !== undefined,
        applyNetwork: () => run(...ownProgram(), 'network', 'apply'),
        restartPlotterWhenIdle() {
          if (existsSync(plotterRuntimeFolder))
            mkdirSync(`${plotterRuntimeFolder}/restart-when-idle`, { recursive: true });
        },
      });
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      problem = setupProblem('settings-refused', error.message);
    } finally {
      // Remove the request last, because the station reads the result when the request is gone.
      report({ problem });
      rmSync(path, { force: true });
    }
    // Shut down only after the request is removed. Do not shut down
    // while a plotter service runs, because its pen may be moving.
    if (problem === null && isShutdown(request, readFileSync(bootIdPath, 'utf8').trim()))
      return !existsSync(plotterRuntimeFolder) && (await run('systemctl', 'poweroff'))
        ? exitCodes.good
        : exitCodes.failed;
    out.line(problem?.message ?? 'The settings are in effect.');
    return problem === null ? exitCodes.good : exitCodes.failed;
  },
});
