import { describe, expect, it } from 'vitest';
import { grbl } from '../../src/drivers/grbl/family.ts';
import { grblDialects } from '../../src/drivers/grbl/simulator/grbl-simulator.ts';
import { DriverRig, isPending } from './driver-rig.ts';

const mm = (points: readonly { x: number; y: number }[]) => points.map(({ x, y }) => [x / 80, y / 80]);

describe('a connected GRBL machine', () => {
  it.each([
    ['grbl', { model: 'Grbl', firmware: 'Grbl 1.1h.20190830' }],
    ['grblHal', { model: 'grblHAL', firmware: 'GrblHAL 1.1f' }],
    ['fluidNc', { model: 'FluidNC', firmware: 'FluidNC v3.7.16' }],
    ['drawCore', { model: 'iDraw', firmware: 'DrawCore V2.18' }],
  ] as const)('is asked for its identity and settings: %s', async (name, identity) => {
    const rig = await new DriverRig({ dialect: grblDialects[name] }).ready();
    expect(rig.driver.identity).toEqual(identity);
    expect(rig.driver.facts).toEqual({
      stepsPerMm: 80,
      ...(name !== 'drawCore' && { penHeightLimits: { min: 0, max: 1000 } }),
      coordinates: 'absolute',
      accelerationPerAxis: true,
      speed: 8000,
      speedLimits: { min: 1, max: 8000 },
      acceleration: 80_000,
      cornerDeviationMm: 0.01,
      size: { widthMm: 420, heightMm: 297 },
      // Defaults are used until the user sets the pen.
      ...(name === 'drawCore'
        ? { penControl: 'z', penHeights: { up: 0.5, down: 5 } }
        : { penControl: 'servo', penHeights: { up: 0, down: 1000 } }),
    });
    rig.driver.configure({ ...grbl.defaultProfile, penControl: 'z', penHeights: { up: 4, down: 1 } });
    expect(rig.driver.facts).not.toHaveProperty('penHeights');
    // Profiles of earlier versions may have this pen control; it must not move Z.
    rig.driver.configure({ ...grbl.defaultProfile, penControl: 'spindle' });
    expect(rig.driver.facts.penHeights).toEqual({ up: 0, down: 1000 });
    expect(rig.of('reset')).toHaveLength(1);
    expect(rig.driver.session).toBe(1);
  });

  it('is brought to rest if it did not restart, so that earlier commands do not move it', async () => {
    const rig = await new DriverRig().ready();
    for (const x of [20_000, 0, 20_000]) rig.begin(`MOVE X${x} Y0`);
    await rig.clock.advance(300);
    await rig.driver.disconnect();
    expect(rig.grbl.status().activity.state).toBe('busy');
    rig.written = '';
    rig.driver.connect();
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(rig.grbl.status().activity.state).toBe('idle');
    expect(rig.written).toMatch(/^!\??.*\x18/s);
    expect(rig.of('reset')).toHaveLength(1);
    const { carriage } = rig.grbl.status();
    expect(carriage.x).toBeLessThan(20_000);
    await rig.send('STATUS');
    // After a feed hold the machine still knows its position.
    expect(rig.reported?.position).toEqual(carriage);
    await rig.clock.advance(60_000);
    expect(rig.grbl.status().carriage).toEqual(carriage);
  });

  it('is rejected while its settings are invalid', async () => {
    const rig = new DriverRig({ settings: { 101: 0 } });
    rig.driver.connect();
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.driver.state).toMatchObject({
      cause: { code: 'machine-setting', setting: '$101', value: '0' },
    });
    for (const command of ['PENUP', 'G0 X1', '$J=G91X10F600', '$H'])
      await expect(rig.send(command)).rejects.toMatchObject({ kind: 'not-ready' });
    expect((await rig.send('$101=80')).ok).toBe(true);
    await rig.until(() => rig.driver.state.state === 'ready');
    expect((await rig.send('PENUP')).ok).toBe(true);
    expect((await rig.send('MOVE X800 Y80')).ok).toBe(true);
    await rig.send('STATUS');
    expect(rig.reported?.position).toEqual({ x: 800, y: 80 });
    // With 0 steps/mm the position is meaningless.
    expect((await rig.send('$100=0')).ok).toBe(true);
    rig.written = '';
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.reported?.position).toBeNull();
    await expect(rig.send('MOVE X0 Y0')).rejects.toMatchObject({ reason: { setting: '$100' } });
    expect(rig.written).not.toMatch(/X0/);
  });

  it('is rejected if its firmware is so old that its report format differs', async () => {
    const rig = new DriverRig({
      dialect: { banner: "Grbl 0.9j ['$' for help]", buildInfo: ['[0.9j.20160303:]'] },
    });
    rig.driver.connect();
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.driver.state).toMatchObject({
      cause: { code: 'firmware-too-old', firmware: 'Grbl 0.9j', needed: 'Grbl 1.1' },
    });
    rig.written = '';
    for (const command of ['PENUP', 'MOVE X800 Y0', '$H', '$J=G91X10F600'])
      await expect(rig.send(command)).rejects.toMatchObject({ reason: { code: 'firmware-too-old' } });
    await rig.clock.advance(60_000);
    expect(rig.written.replaceAll('?', '')).toBe('');
  });

  it('is not used any more if it turns out to be a different or unknown machine', async () => {
    const rig = new DriverRig(
      {},
      { openPort: async () => (await import('@stationery/core')).memoryPortPair()[0] },
    );
    rig.driver.connect();
    const waiting = rig.begin('PENUP');
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.driver.state).toMatchObject({ cause: { code: 'wrong-machine', heard: '' } });
    expect(waiting.error?.kind).toBe('not-ready');
    await rig.driver.close();
    expect(rig.clock.pending).toBe(0);
  });
});

describe('commands on a GRBL machine', () => {
  it('are answered when executed', async () => {
    const rig = await new DriverRig().ready();
    const reply = await rig.send('MOVE X8000 Y0');
    expect(reply).toEqual({ sent: 'MOVE X8000 Y0', ok: true, terminalLine: 'OK MOVE', lines: ['OK MOVE'] });
    expect(rig.grbl.status()).toMatchObject({ carriage: { x: 8000, y: 0 }, activity: { state: 'idle' } });
    expect((await rig.send('PENDOWN')).terminalLine).toBe('OK PEN_DOWN');
    expect(rig.grbl.status().pen).toBe('down');
    await rig.send('MOVE X8000 Y4000');
    await rig.send('PENUP');
    expect(rig.grbl.status().pen).toBe('up');
    expect(mm(rig.grbl.strokes()[0]!.points)).toEqual([
      [100, 0],
      [100, 50],
    ]);
    expect((await rig.send('STATUS')).lines[0]).toMatch(/^<Idle\|MPos:100.000,50.000/);
    expect(rig.reported).toEqual({ position: { x: 8000, y: 4000 } });
    // While the board writes the origin to its EEPROM it receives nothing.
    rig.begin('ZERO');
    rig.begin('PENUP');
    await rig.send('MOVE X-800 Y-800');
    expect(rig.grbl.board.lines.bytesLost).toBe(0);
    expect(rig.grbl.status().carriage).toEqual({ x: 7200, y: 3200 });
    await rig.send('HOME');
    expect(rig.grbl.status().carriage).toEqual({ x: 8000, y: 4000 });
    const before = rig.clock.nowMs();
    await rig.send('WAIT 1500');
    expect(rig.clock.nowMs() - before).toBeGreaterThanOrEqual(1500);
    await rig.send('SPEED 800');
    const slow = rig.clock.nowMs();
    await rig.send('MOVE X800 Y0');
    expect(rig.clock.nowMs() - slow).toBeGreaterThan(1000);
    expect((await rig.send('VERSION')).lines).toEqual([
      '[VER:1.1h.20190830:]',
      '[OPT:V,15,128]',
      'OK VERSION',
    ]);
    expect(rig.of('desync')).toEqual([]);
  });

  it('of a job are sent ahead, without a stop in a stroke, and counted when executed', async () => {
    const rig = await new DriverRig().ready();
    expect(rig.driver.window).toBeGreaterThan(40);
    const points = Array.from({ length: 200 }, (_, at) => {
      const angle = (at * Math.PI) / 100;
      return { x: Math.round(4000 + 1600 * Math.cos(angle)), y: Math.round(4000 + 1600 * Math.sin(angle)) };
    });
    const commands = [
      'MOVE X5600 Y4000',
      'PENDOWN',
      ...points.map(({ x, y }) => `MOVE X${x} Y${y}`),
      'PENUP',
      'MOVE X0 Y0',
    ];
    const startedMs = rig.clock.nowMs();
    let next = 0;
    let maxAhead = 0;
    const violations: string[] = [];
    rig.driver.subscribe((event) => {
      if (event.type !== 'reply') return;
      // A command never counts as done before the machine has done it.
      const done = rig.of('reply').length;
      if (done < 3 || done > 202) return;
      const at = rig.grbl.strokes().at(-1)?.points.length ?? 0;
      if (at < done - 3) violations.push(`${event.reply.sent}: ${at} of ${done}`);
    });
    await rig.until(() => {
      while (next < commands.length && rig.outcomes.filter(isPending).length < rig.driver.window)
        rig.begin(commands[next++]!);
      const accepted = rig.of('accepted').length;
      maxAhead = Math.max(maxAhead, accepted - rig.of('reply').length);
      return next === commands.length && !rig.outcomes.some(isPending);
    });
    expect(violations).toEqual([]);
    expect(maxAhead).toBeGreaterThan(10);
    expect(rig.outcomes.map(({ reply }) => reply?.sent)).toEqual(commands);
    expect(rig.of('reply').map(({ reply }) => reply.sent)).toEqual(commands);
    expect(mm([rig.grbl.status().carriage])).toEqual([[0, 0]]);
    expect(rig.grbl.strokes()).toHaveLength(1);
    // A circle of 126 mm at up to 100 mm/s, travel and pen moves: with a stop at each corner it takes 6 s.
    expect(rig.clock.nowMs() - startedMs).toBeLessThan(4_500);
    expect(rig.grbl.board.lines.bytesLost).toBe(0);
  });

  it('are sent unchanged if they are native GRBL commands, followed by a position query', async () => {
    const rig = await new DriverRig().ready();
    expect((await rig.send('$G')).lines[0]).toMatch(/^\[GC:G0 G54/);
    expect((await rig.send('$$')).lines).toContain('$100=80.000');
    expect(await rig.send('G91 G1 X10 F600')).toMatchObject({ ok: true, sent: 'G91 G1 X10 F600' });
    expect(rig.reported?.position).toEqual({ x: 800, y: 0 });
    // Modes left by a raw line do not affect later commands.
    await rig.send('MOVE X1600 Y800');
    expect(rig.grbl.status().carriage).toEqual({ x: 1600, y: 800 });
    expect(await rig.send('$J=G91 X10 F600')).toMatchObject({ ok: true });
    expect(rig.reported?.position).toEqual({ x: 2400, y: 800 });
    expect(await rig.send('G5')).toMatchObject({ ok: false, terminalLine: 'error:20' });
    expect(await rig.send('M3 !')).toMatchObject({ ok: false, terminalLine: 'error:1' });
    expect(rig.driver.effectOf('$$')).toEqual({});
    expect(rig.driver.effectOf('G1 X10')).toEqual({ move: 'unknown', pen: null });
    expect(rig.driver.effectOf('DANCE')).toEqual({ problem: 'unknown-command' });
  });

  it('move a pen on the Z axis', async () => {
    // DrawCore moves the pen on the Z axis, and higher values are lower.
    const rig = await new DriverRig({
      pen: { by: 'z', touchesAtMm: 3, down: 'above' },
      dialect: grblDialects.drawCore,
    }).ready();
    for (const command of ['PENUP', 'MOVE X800 Y0', 'PENDOWN', 'MOVE X1600 Y0', 'PENUP', 'MOVE X0 Y0'])
      expect((await rig.send(command)).ok).toBe(true);
    expect(rig.grbl.strokes().map(({ points }) => mm(points))).toEqual([
      [
        [10, 0],
        [20, 0],
      ],
    ]);
  });

  it('follow the profile for the travel speed and for pen heights, even while drawing', async () => {
    const rig = await new DriverRig({ pen: { by: 'spindle', downAbove: 300, moveMs: 100 } }).ready();
    const profile = { ...grbl.defaultProfile, speed: 800, penUpSpeed: 4000 };
    rig.driver.configure({ ...profile, penHeights: { up: 100, down: 290 } });
    await rig.send('PENDOWN');
    expect(rig.grbl.status().pen).toBe('up');
    rig.driver.configure({ ...profile, penHeights: { up: 100, down: 310 } });
    await rig.send('PENDOWN');
    expect(rig.grbl.status().pen).toBe('down');
    rig.written = '';
    await rig.send('MOVE X800 Y0');
    await rig.send('PENUP');
    await rig.send('MOVE X1600 Y0');
    expect(rig.written.match(/[^\n?]*F[\d.]+|M3S\d+/g)).toEqual([
      'G21G90G94G1X10Y0F600',
      'M3S100',
      'X20Y0F3000',
    ]);
    // The machine would silently clip a height above `$30`.
    expect(await rig.send('PENHEIGHT 1001')).toMatchObject({
      ok: false,
      terminalLine: 'error: the pen height 1001 is not 0 to 1000 ($30)',
    });
    expect(rig.driver.refusalOf('error: the pen height 1001 is not 0 to 1000 ($30)')).toBe('out-of-range');
    expect(rig.driver.facts.penHeightLimits).toEqual({ min: 0, max: 1000 });
    expect(rig.driver.facts.speed).toBeUndefined();
    expect(rig.driver.facts).toBe(rig.driver.facts);
  });

  it('lower a servo gently, in steps spread over the time for lowering', async () => {
    const rig = await new DriverRig({ pen: { by: 'spindle', downAbove: 950, moveMs: 0 } }).ready();
    const gentle = { ...grbl.defaultProfile, penDownMs: 400, lowersGently: true };
    rig.driver.configure({ ...gentle, penHeights: { up: 0, down: 1000 } });
    await rig.send('PENUP');
    rig.written = '';
    const before = rig.clock.nowMs();
    for (const command of ['PENDOWN', 'PENDOWN', 'MOVE X800 Y0']) await rig.send(command);
    expect(rig.written.match(/M3S\d+/g)).toEqual([
      ...[100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((value) => `M3S${value}`),
      'M3S1000',
    ]);
    expect(rig.grbl.status().pen).toBe('down');
    expect(rig.clock.nowMs() - before).toBeGreaterThanOrEqual(800);
  });

  it('lower the Z axis gently, within the time for lowering', async () => {
    const rig = await new DriverRig({ pen: { by: 'z', touchesAtMm: 1, down: 'below' } }).ready();
    const gentle = { ...grbl.defaultProfile, penDownMs: 1200, lowersGently: true };
    rig.driver.configure({ ...gentle, penControl: 'z', penHeights: { up: 5, down: 0 } });
    for (const command of ['PENUP', 'PENDOWN', 'PENUP']) await rig.send(command);
    expect(rig.written.match(/Z\dF\d+/g)).toEqual(['Z5F3000', 'Z0F250', 'Z5F3000']);
  });

  it('set the feed again if the command that would have set it was withdrawn', async () => {
    const rig = await new DriverRig().ready();
    let length = -1;
    for (let x = 800; rig.written.length > length; x += 800) {
      ({ length } = rig.written);
      rig.begin(`MOVE X${x} Y0`);
    }
    rig.driver.withdraw();
    rig.begin('SPEED 400');
    const withdrawn = rig.begin('MOVE X0 Y800');
    rig.driver.withdraw();
    rig.begin('MOVE X0 Y1600');
    await rig.until(() => !rig.outcomes.some(isPending));
    expect(withdrawn.error?.reason.code).toBe('abandoned-unsent');
    expect(rig.written).not.toContain('Y10');
    expect(rig.written).toContain('X0Y20F300\n');
  });

  it('home a machine with limit switches and report its limits', async () => {
    // Homing takes half a minute without any output of the board.
    const frame = { minX: -250, maxX: 170, minY: 0, maxY: 297 };
    const rig = new DriverRig({ frame, settings: { 20: 1, 22: 1, 23: 3, 25: 500 } });
    rig.driver.connect();
    const early = rig.begin('MOVE X1 Y1');
    await rig.until(() => rig.isSettled);
    const cause = { code: 'machine-alarm', alarm: 'it was not homed yet' };
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause });
    expect(early.error).toMatchObject({ kind: 'not-ready', reason: cause });
    for (const command of ['MOVE X1 Y1', 'PENUP', 'G0 X1', 'ZERO'])
      await expect(rig.send(command)).rejects.toMatchObject({ kind: 'not-ready', reason: cause });
    expect((await rig.send('STATUS')).lines[0]).toMatch(/^<Alarm/);
    expect(rig.driver.refusalOf('error:9')).toBe('locked');
    expect(await rig.send('HOME')).toMatchObject({ ok: true });
    expect(rig.driver.state.state).toBe('ready');
    expect(rig.reported).toEqual({
      position: { x: -419 * 80, y: -296 * 80 },
      limits: { minX: -420 * 80, maxX: 0, minY: -297 * 80, maxY: 0 },
    });
    await rig.send('ZERO');
    await rig.send('MOVE X8000 Y8000');
    expect(rig.grbl.status().carriage).toEqual({ x: 8080 - 250 * 80, y: 8080 });
    expect(rig.driver.session).toBe(1);
  });
});

describe('a stop', () => {
  it('halts at once, keeps the position and lifts the pen', async () => {
    const rig = await new DriverRig().ready();
    await rig.send('PENDOWN');
    for (const x of [8000, 0, 8000, 0]) rig.begin(`MOVE X${x} Y${x / 2}`);
    await rig.clock.advance(400);
    rig.written = '';
    let written = false;
    const stopped = rig.driver.stop(() => {
      written = true;
    });
    expect(rig.written).toMatch(/^!/);
    let reply: unknown;
    void stopped.then((value) => {
      reply = value;
    });
    await rig.until(() => reply !== undefined);
    expect(written).toBe(true);
    expect(reply).toMatchObject({ sent: 'STOP', ok: true });
    expect(rig.outcomes.map(({ error }) => error?.kind)).toEqual(Array(4).fill('aborted'));
    const { carriage, pen } = rig.grbl.status();
    expect(rig.reported).toEqual({ position: carriage, pen: 'up' });
    expect(pen).toBe('up');
    expect(carriage.x).toBeLessThan(8000);
    expect(rig.driver.session).toBe(1);
    expect(rig.of('desync')).toEqual([]);
    await rig.clock.advance(60_000);
    expect(rig.grbl.status().carriage).toEqual(carriage);
    await rig.send('MOVE X0 Y0');
    expect(rig.grbl.status().carriage).toEqual({ x: 0, y: 0 });
  });
});

describe('a GRBL machine', () => {
  it('in alarm loses the position, moves nothing and reports what to do', async () => {
    const frame = { minX: 0, maxX: 60, minY: 0, maxY: 100 };
    const rig = await new DriverRig({ frame, settings: { 21: 1 } }).ready();
    for (const x of [4000, 8000, 2000]) rig.begin(`MOVE X${x} Y0`);
    await rig.until(() => !rig.outcomes.some(isPending));
    expect(rig.outcomes.map(({ error }) => error?.message ?? 'done')).toEqual([
      expect.stringMatching(/done|ALARM:1/),
      expect.stringContaining('ALARM:1, a limit switch was hit'),
      expect.stringContaining('$X'),
    ]);
    expect(rig.driver.session).toBe(2);
    await rig.until(() => rig.isSettled);
    const cause = { code: 'machine-alarm', alarm: 'ALARM:1, a limit switch was hit' };
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause });
    rig.written = '';
    await expect(rig.send('MOVE X0 Y0')).rejects.toMatchObject({ kind: 'not-ready', reason: cause });
    expect(rig.written.replaceAll('?', '')).toBe('');
    expect(await rig.send('$X')).toMatchObject({ ok: true });
    expect(rig.driver.state.state).toBe('ready');
    expect(await rig.send('ZERO')).toMatchObject({ ok: true });
    expect(rig.driver.session).toBe(2);
  });

  it('in check mode or asleep reports its state, and how to leave it', async () => {
    const rig = await new DriverRig().ready();
    await rig.send('$C');
    await rig.until(() => rig.isSettled);
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: { code: 'machine-check-mode' } });
    await expect(rig.send('MOVE X800 Y0')).rejects.toMatchObject({ reason: { code: 'machine-check-mode' } });
    await rig.send('$C').catch(() => undefined);
    await rig.until(() => rig.driver.state.state === 'ready');
    await rig.send('$SLP', 3_000).catch(() => undefined);
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.driver.state).toMatchObject({ cause: { code: 'machine-asleep' } });
    await expect(rig.send('MOVE X800 Y0')).rejects.toMatchObject({ reason: { code: 'machine-asleep' } });
    expect((await rig.send('RESET')).lines).toEqual(["Grbl 1.1h ['$' for help]", 'OK RESET']);
    expect(rig.driver.state).toMatchObject({ cause: { code: 'machine-alarm' } });
    await rig.send('$X');
    expect(rig.driver.state.state).toBe('ready');
    expect(rig.grbl.status().carriage).toEqual({ x: 0, y: 0 });
  });

  it('that restarts leaves sent commands in doubt, and gets nothing automatically', async () => {
    const rig = await new DriverRig().ready();
    for (const x of [8000, 0, 8000]) rig.begin(`MOVE X${x} Y0`);
    await rig.clock.advance(300);
    rig.grbl.reset();
    await rig.until(() => rig.driver.session === 2);
    expect(rig.outcomes.every(({ error }) => error?.kind === 'reset')).toBe(true);
    await rig.until(() => rig.driver.state.state === 'ready');
    const { carriage } = rig.grbl.status();
    await rig.clock.advance(60_000);
    expect(rig.grbl.status().carriage).toEqual(carriage);
    expect(rig.of('reset')).toHaveLength(2);
  });

  it('with an open door pauses the job, and `~` continues it', async () => {
    const rig = await new DriverRig().ready();
    const move = rig.begin('MOVE X8000 Y0');
    await rig.clock.advance(300);
    rig.grbl.setDoor(true);
    await rig.until(() => rig.of('pause-button').length > 0);
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: { code: 'machine-door' } });
    await rig.clock.advance(60_000);
    expect(isPending(move)).toBe(true);
    rig.driver.endHold();
    await rig.clock.advance(60_000);
    expect(isPending(move)).toBe(true);
    rig.grbl.setDoor(false);
    await rig.clock.advance(60_000);
    // Closing the door is not enough.
    expect(isPending(move)).toBe(true);
    rig.driver.endHold();
    await rig.until(() => !isPending(move));
    expect(rig.grbl.status().carriage).toEqual({ x: 8000, y: 0 });
    expect(rig.driver.state.state).toBe('ready');
  });

  it('that starts with an open door reports it, and starts when the user continues', async () => {
    const rig = new DriverRig();
    rig.grbl.setDoor(true);
    rig.driver.connect();
    const early = rig.begin('MOVE X800 Y0');
    await rig.until(() => rig.isSettled);
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: { code: 'machine-door' } });
    expect(early.error?.reason).toEqual({ code: 'machine-door' });
    await expect(rig.send('STATUS')).rejects.toMatchObject({ reason: { code: 'machine-door' } });
    await rig.clock.advance(60_000);
    expect(rig.driver.state.state).toBe('suspect');
    rig.grbl.setDoor(false);
    await rig.send('~');
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(rig.driver.identity.firmware).toBe('Grbl 1.1h.20190830');
    expect(await rig.send('MOVE X800 Y0')).toMatchObject({ ok: true });
  });

  it('with an open door answers a stop at once, and is sent no query that it cannot answer', async () => {
    const rig = await new DriverRig().ready();
    await rig.send('PENDOWN');
    rig.begin('MOVE X8000 Y0');
    await rig.clock.advance(300);
    rig.grbl.setDoor(true);
    await rig.until(() => rig.driver.state.state === 'suspect');
    const startedMs = rig.clock.nowMs();
    let reply: unknown;
    void rig.driver.stop().then((value) => {
      reply = value;
    });
    await rig.until(() => reply !== undefined);
    expect(rig.clock.nowMs() - startedMs).toBeLessThan(3_000);
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: { code: 'machine-door' } });
    const { carriage } = rig.grbl.status();
    expect(rig.reported).toEqual({ position: carriage });
    rig.grbl.setDoor(false);
    await rig.send('~');
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(rig.grbl.status().carriage).toEqual(carriage);
    expect(await rig.send('PENUP')).toMatchObject({ ok: true });
  });

  it('on hold or with an open door reports its state, and lets no command wait longer than its timeout', async () => {
    const rig = await new DriverRig().ready();
    await rig.send('MOVE X800 Y0');
    await rig.send('!');
    // The hold is not known yet.
    const early = rig.send('MOVE X0 Y0', 100);
    await expect(early).rejects.toMatchObject({ kind: 'timeout' });
    const cause = () => 'cause' in rig.driver.state && rig.driver.state.cause.code;
    await rig.until(() => cause() === 'machine-on-hold');
    const late = rig.send('MOVE X0 Y0', 3000);
    await expect(late).rejects.toMatchObject({ kind: 'not-ready', reason: { code: 'machine-on-hold' } });
    expect(rig.grbl.status().carriage).toEqual({ x: 800, y: 0 });
    await rig.send('~');
    await rig.until(() => rig.driver.state.state === 'ready');
    await rig.clock.advance(60_000);
    const events = rig.events.length;
    await rig.clock.advance(60_000);
    // Idle status queries do not cause events.
    expect(rig.events).toHaveLength(events);
    rig.grbl.setDoor(true);
    await rig.until(() => rig.driver.state.state === 'suspect', 2_000);
    await expect(rig.send('MOVE X1600 Y0', 3000)).rejects.toMatchObject({
      reason: { code: 'machine-door' },
    });
    const job = rig.begin('MOVE X1600 Y0');
    await rig.until(() => !isPending(job));
    expect(job.error).toMatchObject({ kind: 'not-ready', reason: { code: 'machine-door' } });
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: { code: 'machine-door' } });
    rig.grbl.setDoor(false);
    await rig.send('~');
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(await rig.send('MOVE X80 Y0')).toMatchObject({ ok: true });
  });

  it('that replies late does not have its reply credited to the next command', async () => {
    const rig = await new DriverRig().ready();
    const first = rig.sendWithin('MOVE X8000 Y0', 300);
    await rig.until(() => !isPending(first));
    expect(first.error?.kind).toBe('timeout');
    // The machine is still moving and owes its replies.
    expect(rig.grbl.status().carriage.x).toBeLessThan(8000);
    const unanswered = { code: 'unanswered', command: 'MOVE X8000 Y0' };
    expect(rig.driver.state).toMatchObject({ state: 'suspect', cause: unanswered });
    const soon = rig.sendWithin('PENUP', 100);
    await rig.until(() => !isPending(soon));
    expect(soon.error).toMatchObject({ kind: 'not-ready', reason: unanswered });
    expect(rig.of('sent').map(({ line }) => line)).not.toContain('M5');
    const next = rig.sendWithin('PENDOWN', 60_000);
    await rig.until(() => !isPending(next));
    expect(next.reply).toMatchObject({ sent: 'PENDOWN', ok: true });
    expect(rig.grbl.status()).toMatchObject({ carriage: { x: 8000, y: 0 }, pen: 'down' });
    expect(rig.of('reply').map(({ reply }) => reply.sent)).toEqual(['PENDOWN']);
    expect(rig.of('desync')).toEqual([]);
  });

  it('that loses a reply is resynchronised', async () => {
    const rig = await new DriverRig().ready();
    rig.grbl.setFault('drop-reply', 1);
    const [first, second] = [rig.begin('MOVE X800 Y0'), rig.begin('MOVE X1600 Y0')];
    await rig.until(() => !rig.outcomes.some(isPending));
    expect([first.error?.kind, second.error?.kind]).toContain('timeout');
    await rig.until(() => rig.driver.state.state === 'ready');
    await rig.send('MOVE X0 Y0');
    expect(rig.grbl.status().carriage).toEqual({ x: 0, y: 0 });
  });

  it('that loses replies has its unsent commands reported as unsent', async () => {
    const rig = await new DriverRig().ready();
    const [session, before] = [rig.driver.session, rig.of('begun').length];
    rig.grbl.setFault('drop-reply', true);
    for (let at = 1; at <= rig.driver.window; at++) rig.begin(`MOVE X${at * 80} Y0`);
    await rig.until(() => !rig.outcomes.some(isPending));
    rig.grbl.setFault('drop-reply', false);
    const sent = rig.of('begun').length - before;
    expect(sent).toBeLessThan(rig.driver.window);
    const kinds = rig.outcomes.map(({ error }) => error?.kind);
    expect(kinds).toEqual(kinds.map((_, at) => (at < sent ? 'timeout' : 'not-ready')));
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(rig.driver.session).toBe(session);
  });

  it('with an alarm that keeps the position has its unsent commands reported as unsent', async () => {
    const settings = { 20: 1, 22: 1, 130: 100, 131: 100 };
    const rig = new DriverRig({ settings });
    rig.driver.connect();
    await rig.until(() => rig.isSettled);
    await rig.send('$H');
    const { session } = rig.driver;
    const before = rig.of('begun').length;
    for (let at = 1; at <= rig.driver.window; at++) rig.begin(`MOVE X${at === 1 ? -90_000 : -at * 80} Y-80`);
    await rig.until(() => !rig.outcomes.some(isPending));
    const sent = rig.of('begun').length - before;
    expect([sent < rig.driver.window, rig.driver.session]).toEqual([true, session]);
    expect(new Set(rig.outcomes.slice(0, sent).map(({ error }) => error?.kind))).toEqual(new Set(['reset']));
    expect(new Set(rig.outcomes.slice(sent).map(({ error }) => error?.kind))).toEqual(
      new Set(['other-session']),
    );
  });

  it('that is silent gets its port reopened', async () => {
    const rig = await new DriverRig().ready();
    rig.grbl.setFault('silence', true);
    const move = rig.begin('MOVE X800 Y0');
    await rig.until(() => !isPending(move));
    expect(move.error?.kind).toBe('lost');
    rig.grbl.setFault('silence', false);
    await rig.until(() => rig.driver.state.state === 'ready');
    await rig.driver.close();
  });
});
