import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';

export const picture = (name) => join(root, `docs/pictures/${name}.png`);

export async function openPage(browser, url, options = {}, connected = 'Connected') {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(url);
  await page.getByText(connected, { exact: true }).waitFor();
  return page;
}

export async function drop(page, name, text) {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}
