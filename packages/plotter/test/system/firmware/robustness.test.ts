import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildHostFirmware } from '../../../../../tools/firmware/host.mjs';
import { pass, powerUp, runHostFirmware, send, untilIdle } from './host-firmware.ts';

const banner = 'READY stationery-plotter 1.1.0 BUFFER 32';

/** Returns the output lines from order `from` on; by default only those of the last order. */
function heard(orders: readonly string[], from = orders.length - 1): string[] {
  return runHostFirmware(orders)
    .slice(from)
    .flatMap(({ lines }) => lines.map(({ text }) => text));
}

describe('the settings of the firmware', () => {
  it('survive a restart', () => {
    const orders = [untilIdle, send('CONFIG SPEED 1234', 'CONFIG ACCEL 999'), powerUp, untilIdle];
    expect(heard([...orders, send('STATUS')])).toContain('SPEED 1234');
  });

  it('are either the old or the new ones after a loss of power during a change', () => {
    for (let bytes = 0; bytes <= 80; bytes++) {
      const lines = heard(
        [
          ...[untilIdle, send('CONFIG SPEED 1111'), `f ${bytes}`, send('CONFIG SPEED 2222'), 'f -1'],
          ...[powerUp, untilIdle, send('CONFIG SPEED')],
        ],
        5,
      );
      expect(lines).toHaveLength(3);
      expect(lines[0]).toBe(banner);
      expect(['CONFIG SPEED 1111', 'CONFIG SPEED 2222']).toContain(lines[1]);
    }
  });

  it('are the defaults if both slots are damaged, with a note', () => {
    const damage = ['b 0 7 12', 'b 1 7 12'];
    const orders = [untilIdle, send('CONFIG SPEED 1111', 'CONFIG SPEED 2222'), ...damage, powerUp, untilIdle];
    const lines = heard([...orders, send('CONFIG SPEED')], 4);
    expect(lines.slice(0, 2)).toEqual(['NOTE settings were damaged, using defaults', banner]);
    expect(lines).toContain('CONFIG SPEED 8000');
  });
});

describe('safety', () => {
  it('motors stay off, and nothing moves, until a command requires it', () => {
    const reports = runHostFirmware([pass(5_000_000), send('STATUS'), send('MOVE X10 Y0'), untilIdle]);
    expect(reports[0]).toMatchObject({ motors: { a: 0, b: 0 }, motorsOn: false });
    expect(reports[3]).toMatchObject({ motors: { a: 10, b: 0 }, motorsOn: true });
  });

  it('an end switch stops the machine, switches the motors off and restarts the board', () => {
    const settings = send('CONFIG SWITCHES LOW', 'RESET');
    const orders = ['w 3', untilIdle, settings, untilIdle, send('PENDOWN', 'MOVE X8000 Y0'), pass(500_000)];
    const reports = runHostFirmware([...orders, 'w 2', pass(1000), untilIdle]);
    const stopped = reports.at(-2)!;
    expect(stopped.motorsOn).toBe(false);
    expect(stopped.motors.a - reports.at(-3)!.motors.a).toBeLessThan(2);
    expect(reports.slice(-2).flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual([
      'NOTE stopped by an end switch',
      banner,
    ]);
    expect(reports.at(-1)!.servoUs).toBe(reports[1]!.servoUs);
  });

  it('HOME finds the end switches and sets the origin at them', () => {
    const start = [untilIdle, send('CONFIG SWITCHES HIGH', 'CONFIG HOMING ON', 'RESET'), untilIdle];
    const way = ['w 1', pass(50_000), 'w 0', pass(50_000), 'w 2', pass(50_000), 'w 0', pass(50_000)];
    const lines = heard(
      [...start, send('MOVE X99 Y99'), untilIdle, send('HOME'), pass(99_000), ...way, send('STATUS')],
      5,
    );
    expect(lines).toContain('OK HOME');
    expect(lines).toContain('POS X0 Y0');
    expect(heard([...start, send('HOME'), untilIdle], 4)).toContain('NOTE an end switch was not found');
  });

  it('the motors are switched off after the configured idle time', () => {
    const start = [
      untilIdle,
      send('CONFIG ENABLE_TIMEOUT 2', 'RESET'),
      untilIdle,
      send('MOVE X9 Y0'),
      untilIdle,
    ];
    const reports = runHostFirmware([...start, pass(1_900_000), pass(200_000)]);
    expect(reports.slice(-2).map(({ motorsOn }) => motorsOn)).toEqual([true, false]);
  });
});

describe('bad input', () => {
  it('a megabyte without a line feed is refused as one line', () => {
    const hex = Buffer.alloc(16_384, 'A').toString('hex');
    const orders = [untilIdle, ...Array.from({ length: 64 }, () => `x ${hex}`), send(''), send('VERSION')];
    expect(heard(orders, 1)).toEqual([
      'ERR LINE more than 255 characters',
      'stationery-plotter 1.1.0 BUFFER 32',
      'OK VERSION',
    ]);
  });

  it('a host that stops reading gets its replies later, and the machine keeps its position', () => {
    const lines = ['BUFFER ON', 'MOVE X500 Y0', 'MOVE X0 Y0', 'MOVE X300 Y300', 'STATUS'];
    const orders = [untilIdle, 'r 50', send(...lines), pass(5_000_000), 'r -1', untilIdle, send('STATUS')];
    const late = heard(orders, 3);
    expect(late.filter((line) => line.startsWith('OK '))).toEqual([
      ...['OK BUFFER', 'OK MOVE', 'OK MOVE', 'OK MOVE', 'OK STATUS'],
      'OK STATUS',
    ]);
    expect(late.at(-11)).toBe('POS X300 Y300');
  });

  it('STOP acts even if no program reads the replies', () => {
    const orders = [untilIdle, send('MOVE X30000 Y0'), pass(500_000), 'r 0', send('STOP'), pass(1_000_000)];
    const reports = runHostFirmware([...orders, pass(1_000_000), 'r -1', untilIdle]);
    expect(reports[5]!.motors).toEqual(reports[6]!.motors);
    expect(reports[5]!.motors.a).toBeLessThan(5000);
    const { a } = reports[6]!.motors;
    const lines = reports.slice(6).flatMap((report) => report.lines.map(({ text }) => text));
    expect(lines).toEqual([`ERR STOPPED at X${a} Y0`, 'OK STOPPED']);
  });
});

it('the firmware survives random and mutated lines', () => {
  const program: string = buildHostFirmware('fuzz');
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
  const { status, stderr } = spawnSync(program, ['300000', '1'], { encoding: 'utf8', env });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
