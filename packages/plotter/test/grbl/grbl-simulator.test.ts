import { settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { grblRig } from './grbl-rig.ts';

const atOnce = { speedFactor: 0 };
const mm = (points: readonly { x: number; y: number }[]) => points.map(({ x, y }) => [x / 80, y / 80]);

describe('the simulated Grbl', () => {
  it('identifies itself with the bytes of the real one', async () => {
    const { raw, news, ask } = await grblRig(atOnce);
    expect(raw()).toBe("\r\nGrbl 1.1h ['$' for help]\r\n");
    news();
    expect(await ask('$I')).toEqual(['[VER:1.1h.20190830:]', '[OPT:V,15,128]', 'ok']);
    expect(await ask('$$')).toEqual(expect.arrayContaining(['$11=0.010', '$30=1000', '$100=80.000', 'ok']));
    expect(await ask('$G')).toEqual(['[GC:G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0]', 'ok']);
    expect(await ask('')).toEqual(['ok']);
    expect(await ask('?')).toEqual(['<Idle|MPos:0.000,0.000,0.000|FS:0,0|WCO:0.000,0.000,0.000>', 'ok']);
    expect(await ask('?')).toEqual(['<Idle|MPos:0.000,0.000,0.000|FS:0,0|Ov:100,100,100>', 'ok']);
    expect(await ask('$10=3')).toEqual(['ok']);
    expect(await ask('?')).toEqual(['<Idle|MPos:0.000,0.000,0.000|Bf:15,128|FS:0,0>', 'ok']);
  });

  it.each([
    ['10', 1],
    ['GX', 2],
    ['$Y', 2],
    ['$XX', 3],
    ['$200=1', 3],
    ['$0=2', 6],
    ['$H', 5],
    ['$20=1', 10],
    ['$110=-5', 4],
    ['$', undefined],
    [`G1 X${'1'.repeat(90)}`, 11],
    ['$J=X10', 22],
    ['$J=G4 P1 X1 F10', 16],
    ['G5', 20],
    ['G1.5', 23],
    ['X1 A5', 20],
    ['G20 G21', 21],
    ['G1 X10', 22],
    ['G10 G1 X1', 24],
    ['G0 X1 X2', 25],
    ['G92', 26],
    ['G1 F-100', 4],
    ['G4', 28],
    ['G2 G53 X1 F10', 30],
    ['G80 X1', 31],
    ['G2 Z1 F10', 32],
    ['G2 X10 I1 F10', 33],
    ['G2 X10 R1 F10', 34],
    ['G2 X10 F10', 35],
    ['G0 X1 P5', 36],
    ['N20000000 G0', 27],
    ['g0 x1(a comment) y 2 ; and another', undefined],
  ])('answers %j like Grbl', async (line, code) => {
    const { ask, news } = await grblRig(atOnce);
    news();
    expect((await ask(line)).at(-1)).toBe(code === undefined ? 'ok' : `error:${code}`);
  });

  it('queues moves in its planner and answers the sixteenth when the first is done', async () => {
    const { type, news, clock, grbl } = await grblRig();
    news();
    const lines = Array.from({ length: 16 }, (_, at) => `G1X${at + 1}F600\n`);
    for (const line of lines) await type(line);
    expect(news()).toHaveLength(15);
    expect(grbl.status().activity).toEqual({ state: 'busy', command: 'G1X16F600' });
    await clock.advance(150);
    expect(news()).toEqual(['ok']);
    await type('?');
    expect(news()[0]).toMatch(/^<Run\|MPos:1\.\d+,0.000,0.000\|FS:600,0\|/);
    await clock.advance(1700);
    expect(grbl.status().carriage).toEqual({ x: 16 * 80, y: 0 });
    // 16 mm at 10 mm/s without a stop, and 0.01 s each for acceleration and braking.
    expect(grbl.status().activity.state).toBe('idle');
  });

  it('answers a dwell and a spindle change after all previous moves', async () => {
    const { type, news, clock, grbl } = await grblRig();
    news();
    await type('G1 X10 F600\nM3 S500\nG4 P0.5\nG1 X20\n');
    expect(news()).toEqual(['ok']);
    await clock.advance(1005);
    expect(news()).toEqual([]);
    await clock.advance(6);
    expect(news()).toEqual(['ok']);
    expect(grbl.status().pen).toBe('up');
    await clock.advance(100);
    expect(grbl.status().pen).toBe('down');
    await clock.advance(398);
    expect(news()).toEqual([]);
    await clock.advance(2);
    expect(news()).toEqual(['ok', 'ok']);
    // Repeating the value changes nothing and does not wait.
    await type('M3 S500\n');
    expect(news()).toEqual(['ok']);
  });

  it('loses bytes when its buffer is full', async () => {
    const { type, clock, grbl } = await grblRig();
    await type(Array.from({ length: 40 }, () => 'G91G1X1F600\n').join(''));
    expect(grbl.board.lines.bytesLost).toBe(40 * 12 - 16 * 12 - 128);
    await clock.advance(60_000);
    expect(grbl.status().carriage.x).toBeLessThan(30 * 80);
  });

  it('loses bytes while it writes to its EEPROM', async () => {
    const { type, clock, grbl, news } = await grblRig();
    news();
    await type('G10L20P1X0Y0\n');
    await type('G0X10\n');
    await clock.advance(1000);
    expect(news()).toEqual(['ok']);
    expect(grbl.board.lines.bytesLost).toBe(6);
  });

  it('draws lines and arcs with a pen moved by the spindle output', async () => {
    const { ask, grbl } = await grblRig(atOnce);
    for (const line of ['G0X10Y10', 'M3S900', 'G1X20F1000', 'G2X30Y10I5J0', 'M5', 'G0X0Y0']) await ask(line);
    const [stroke, ...rest] = grbl.strokes();
    expect(rest).toEqual([]);
    const points = mm(stroke!.points);
    expect([points[0], points[1], points.at(-1)]).toEqual([
      [10, 10],
      [20, 10],
      [30, 10],
    ]);
    // The arc runs clockwise, seen with Y upwards, so it passes above its ends.
    for (const [x, y] of points.slice(2)) expect(Math.hypot(x! - 25, y! - 10)).toBeCloseTo(5, 1);
    expect(Math.max(...points.map(([, y]) => y!))).toBeCloseTo(15, 1);
    expect(grbl.status()).toMatchObject({ pen: 'up', carriage: { x: 0, y: 0 } });
  });

  it('draws with a pen on the Z axis', async () => {
    const { ask, grbl } = await grblRig({ ...atOnce, pen: { by: 'z', touchesAtMm: 3, down: 'above' } });
    for (const line of ['G0X5', 'G1Z5F500', 'G1X10', 'G1Z0', 'G1X20']) await ask(line);
    expect(grbl.strokes().map(({ points }) => mm(points))).toEqual([
      [
        [5, 0],
        [10, 0],
      ],
    ]);
  });

  it('holds along the path and resumes exactly', async () => {
    const { type, news, clock, grbl } = await grblRig();
    await type('M3S900\nG4P0.2\n');
    await clock.advance(300);
    await type('G1X50F6000\nY50\n');
    await clock.advance(250);
    news();
    await type('!');
    await type('?');
    expect(news()[0]).toMatch(/^<Hold:1\|/);
    await clock.advance(200);
    const { carriage } = grbl.status();
    await type('?');
    expect(news()[0]).toMatch(/^<Hold:0\|/);
    await clock.advance(10_000);
    expect(grbl.status().carriage).toEqual(carriage);
    await type('~');
    await clock.advance(2000);
    expect(mm(grbl.strokes()[0]!.points)).toEqual([
      [0, 0],
      [50, 0],
      [50, 50],
    ]);
  });

  it('keeps its position after a reset in a hold, but not in motion', async () => {
    const { type, news, clock, grbl, ask } = await grblRig();
    await type('G1X50F6000\nG1Y50\nG4P1\n');
    await clock.advance(250);
    await type('!');
    await clock.advance(300);
    news();
    await type('\x18');
    expect(news()).toEqual(['ok', "Grbl 1.1h ['$' for help]"]);
    const { carriage } = grbl.status();
    const [report] = await ask('?');
    expect(report).toContain(`MPos:${(carriage.x / 80).toFixed(3)},${(carriage.y / 80).toFixed(3)}`);

    await type('G1X0F6000\n');
    await clock.advance(200);
    news();
    await type('\x18');
    expect(news()).toEqual(['ALARM:3']);
    await clock.advance(500);
    expect(news()).toEqual(["Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]);
    expect(await ask('G0X1')).toEqual(['error:9']);
    const [wrong] = await ask('?');
    expect(wrong).toMatch(/^<Alarm/);
    // The motors slipped: the board is not at its reported position.
    expect(wrong).not.toContain(`MPos:${(grbl.status().carriage.x / 80).toFixed(3)}`);
    expect(await ask('$X')).toEqual(['[MSG:Caution: Unlocked]', 'ok']);
    expect(await ask('G0X1')).toEqual(['ok']);
  });

  it('forgets G92 and keeps G54 in a reset, and counts from 0 after a hard reset', async () => {
    const { type, news, grbl, ask } = await grblRig(atOnce);
    await ask('G0X30Y20');
    await ask('G10L20P1X0Y0');
    await ask('G92X5');
    expect((await ask('?'))[0]).toContain('WCO:25.000,20.000,0.000');
    await type('\x18');
    news();
    expect((await ask('?'))[0]).toMatch(/MPos:30.000,20.000,0.000\|.*WCO:30.000,20.000/);
    await ask('G0X10Y0');
    expect(grbl.status().carriage).toEqual({ x: 40 * 80, y: 20 * 80 });
    grbl.reset();
    await settle();
    news();
    expect((await ask('?'))[0]).toMatch(/MPos:0.000,0.000,0.000\|.*WCO:30.000,20.000/);
    expect(grbl.status().carriage).toEqual({ x: 40 * 80, y: 20 * 80 });
  });

  it('homes, and refuses targets beyond its travel', async () => {
    const { type, news, grbl, ask } = await grblRig({ ...atOnce, settings: { 20: 1, 22: 1, 23: 3 } });
    expect(news()).toEqual(["Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]);
    expect(await ask('G0X1')).toEqual(['error:9']);
    expect(await ask('$H')).toEqual(['ok']);
    expect((await ask('?'))[0]).toMatch(/^<Idle\|MPos:-419.000,-296.000,-1.000/);
    expect(grbl.status().carriage).toEqual({ x: 80, y: 80 });
    expect(await ask('$J=X500F1000')).toEqual(['error:15']);
    expect(await ask('G0X1')).toEqual(['ALARM:2', '[MSG:Reset to continue]']);
    expect(await ask('$X')).toEqual([]);
    await type('\x18');
    expect(news()).toEqual(['ok', "Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]);
  });

  it.each([0, 1, 40, 200])(
    'brakes %i ms into queued moves if a line leads beyond its travel, then locks',
    async (ms) => {
      const { clock, type, news, grbl } = await grblRig({ settings: { 20: 1, 22: 1, 23: 3 } });
      await type('$X\nG92X0Y0\n');
      news();
      await type('G1X-50F3000\nG1X-60\nG1Y-50\nG1X-90\n');
      await clock.advance(ms);
      // A feed hold changes nothing, because the machine is already braking.
      await type('G1X500\nG1X-10\n!');
      await clock.advance(5_000);
      expect(news()).toEqual(['ok', 'ok', 'ok', 'ok', 'ALARM:2', '[MSG:Reset to continue]']);
      // The braking distance is shorter than the first move, and the position is kept.
      const { x } = grbl.status().carriage;
      await type('?');
      expect(news()[0]).toMatch(new RegExp(`^<Alarm\\|MPos:${(x / 80).toFixed(3)},`));
      expect(x).toBeGreaterThan(-50 * 80);
      await type('\x18');
      await clock.advance(5_000);
      expect(news()).toEqual(['ok', "Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]);
      expect(grbl.status().carriage.x).toBe(x);
    },
  );

  it('continues after a hold during the first move', async () => {
    const { clock, type, grbl } = await grblRig();
    await type('G1X50F3000\nG1Y50\n!');
    await clock.advance(5_000);
    expect(grbl.status().carriage).toEqual({ x: 0, y: 0 });
    await type('~');
    await clock.advance(5_000);
    expect(grbl.status().carriage).toEqual({ x: 4000, y: 4000 });
  });

  it('stops at its limit switches', async () => {
    const frame = { minX: 0, maxX: 100, minY: 0, maxY: 100 };
    const { news, grbl, ask } = await grblRig({ ...atOnce, settings: { 21: 1 }, frame });
    news();
    expect(await ask('G0X120')).toEqual(['ok', 'ALARM:1', '[MSG:Reset to continue]']);
    expect(grbl.status().carriage).toEqual({ x: 8000, y: 0 });
  });

  it('lifts the pen while its door is open, and continues when it is closed', async () => {
    const { type, news, clock, grbl } = await grblRig();
    await type('M3S900\nG4P0.2\n');
    await clock.advance(300);
    await type('G1X50F3000\n');
    await clock.advance(500);
    news();
    grbl.setDoor(true);
    await clock.advance(500);
    await type('?~?');
    expect(news()).toEqual([
      '[MSG:Check Door]',
      expect.stringMatching(/^<Door:1\|/),
      expect.stringMatching(/^<Door:1\|.*Pn:D/),
    ]);
    expect(grbl.status().pen).toBe('up');
    grbl.setDoor(false);
    await type('~');
    await clock.advance(6000);
    expect(grbl.status()).toMatchObject({ pen: 'down', carriage: { x: 4000, y: 0 } });
  });

  it('jogs, and can cancel a jog', async () => {
    const { type, news, clock, grbl, ask } = await grblRig();
    news();
    expect(await ask('$J=G91 X100 F6000')).toEqual(['ok']);
    await clock.advance(300);
    expect(await ask('G0X0')).toEqual(['error:9']);
    await type('\x85');
    await clock.advance(300);
    expect((await ask('?'))[0]).toMatch(/^<Idle/);
    expect(grbl.status().carriage.x).toBeLessThan(50 * 80);
  });

  it('checks G-code without moving, sleeps, pauses and ends a program', async () => {
    const { type, news, grbl, ask } = await grblRig(atOnce);
    expect((await ask('$C')).slice(-2)).toEqual(['[MSG:Enabled]', 'ok']);
    expect(await ask('G0X50')).toEqual(['ok']);
    expect(await ask('$C')).toEqual(['[MSG:Disabled]', 'ok', "Grbl 1.1h ['$' for help]"]);
    expect(grbl.status().carriage).toEqual({ x: 0, y: 0 });
    expect(await ask('M0')).toEqual([]);
    expect(await ask('G0X1')).toEqual([]);
    await type('~');
    expect(news()).toEqual(['ok', 'ok']);
    expect(await ask('M30')).toEqual(['[MSG:Pgm End]', 'ok']);
    expect(await ask('$SLP')).toEqual(['[MSG:Sleeping]', 'ok']);
    expect(await ask('G0X5')).toEqual([]);
    await type('\x18');
    expect(news()).toEqual(["Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]);
  });

  it('applies overrides to moves planned afterwards', async () => {
    const { type, news, clock, ask } = await grblRig();
    news();
    await type('\x91\x91');
    expect((await ask('?'))[0]).toMatch(/Ov:120,100,100|WCO/);
    await ask('G1X100F1000');
    await clock.advance(1000);
    expect((await ask('?'))[0]).toContain('FS:1200,0');
  });

  it('runs its startup lines, and restores factory settings', async () => {
    const { type, news, ask } = await grblRig(atOnce);
    expect(await ask('$N0=G20')).toEqual(expect.arrayContaining(['ok']));
    await type('\x18');
    expect(news()).toEqual(["Grbl 1.1h ['$' for help]", '>G20:ok']);
    expect(await ask('$N')).toEqual(['$N0=G20', '$N1=', 'ok']);
    await ask('$100=40');
    expect(await ask('$RST=*')).toEqual(['[MSG:Restoring defaults]', 'ok', "Grbl 1.1h ['$' for help]"]);
    expect(await ask('$$')).toContain('$100=80.000');
    expect(await ask('$#')).toEqual(
      expect.arrayContaining(['[G54:0.000,0.000,0.000]', '[G92:0.000,0.000,0.000]']),
    );
  });
});
