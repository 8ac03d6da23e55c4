import type { Page } from 'playwright-core';

/** Drops a file onto the page. */
export function drop(page: Page, name: string, text: string): Promise<void> {
  return dropAll(page, { [name]: text });
}

/** Drops several files with these names. */
export async function dropAll(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const adding = Object.entries(files).map(
    ([name, text]) => `data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));`,
  );
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); ${adding.join(' ')} return data; })()`,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Presses Escape twice in quick succession, even if this machine delivers the keys late. */
export async function pressEscapeTwice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const firstAt = Date.now() / 1000;
  for (const timestamp of [firstAt, firstAt + 0.2]) {
    const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27, timestamp };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  }
  await session.detach();
}

/**
 * Plots the placed drawing on the sheet that is on the bed. Without this choice, the job would wait for a new
 * sheet if the drawing was placed before the previous job had ended.
 */
export async function plotOnSameSheet(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Ask for a new sheet first' }).first().uncheck();
  await page.getByRole('button', { name: 'Plot', exact: true }).click();
}

export async function openMachineSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Machine settings' }).click();
}

export async function openConnection(page: Page): Promise<void> {
  await page.locator('button.connection-state').click();
}

/** Chooses a view on a small screen. */
export async function showView(page: Page, name: string): Promise<void> {
  await page.locator('.workspace-views').getByText(name, { exact: true }).click();
}

/** Chooses a section of the drawing panel. */
export async function showSettings(page: Page, name: 'Place' | 'Pens and layers' | 'Effects'): Promise<void> {
  await page.locator('.drawing-views').getByText(name, { exact: true }).click();
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Picture {
  sheet: Box | null;
  ink: Box | null;
}

/** Measures the boxes around the sheet and around the finished ink, as shares of the sheet. */
export async function inkOnSheet(page: Page): Promise<Box | undefined> {
  const { sheet, ink } = (await page.evaluate(`(() => {
    const boxOf = (canvas) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      let box = null;
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        if (data[(y * width + x) * 4 + 3] < 128) continue;
        box ??= { left: x, right: x, top: y, bottom: y };
        box.left = Math.min(box.left, x); box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y); box.bottom = Math.max(box.bottom, y);
      }
      return box;
    };
    const [planned, done] = document.querySelectorAll('.bed-layer');
    return { sheet: boxOf(planned), ink: boxOf(done) };
  })()`)) as Picture;
  if (sheet === null || ink === null) return undefined;
  const width = sheet.right - sheet.left;
  const height = sheet.bottom - sheet.top;
  return {
    left: (ink.left - sheet.left) / width,
    right: (ink.right - sheet.left) / width,
    top: (ink.top - sheet.top) / height,
    bottom: (ink.bottom - sheet.top) / height,
  };
}

/** The sheet of the service's default profile, in steps. */
export const sheetSteps = { width: 420 * 80, height: 297 * 80 };

/** A longer polling interval, because reading a picture back takes a while. */
export const seldom = { interval: 150 };

interface Point {
  x: number;
  y: number;
}

/** Touches the page with one finger. */
export async function tap(page: Page, { x, y }: Point): Promise<void> {
  await drag(page, { x, y }, { x: 0, y: 0 });
}

/** Drags one finger over the page. */
export async function drag(page: Page, from: Point, by: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 4 && (by.x !== 0 || by.y !== 0); step++)
    await touch('touchMove', [{ x: from.x + (by.x * step) / 4, y: from.y + (by.y * step) / 4 }]);
  await touch('touchEnd', []);
  await session.detach();
}
