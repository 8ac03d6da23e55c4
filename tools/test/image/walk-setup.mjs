import { chromium } from 'playwright-core';

const stepMs = 180_000;

/**
 * Walks through the setup pages. `tag` places a tag on the reader.
 * Resolves when the station begins to apply its settings.
 */
export async function walkSetup(url, { name, passphrase, tag }) {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--accept-lang=en-US,en'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    page.setDefaultTimeout(stepMs);
    await page.goto(url, { timeout: stepMs });
    const dialog = page.getByRole('dialog');
    const press = (button) => dialog.getByRole('button', { name: button, exact: true }).click();
    const answer = async (question, give) => {
      await dialog.getByRole('heading', { name: question, exact: true }).waitFor();
      await give?.();
      await press('Next');
    };
    await answer('Which language?');
    await answer('What is its name?', () => dialog.getByLabel('Name').fill(name));
    await answer('What is connected to the box?', () => dialog.getByLabel('Both').check());
    await answer('Is the card in?', () => dialog.getByText('are free').waitFor());
    await answer('Does the reader work?', async () => {
      const serial = await tag();
      await dialog.getByText(serial).waitFor();
    });
    await answer('Can you hear it?', () => press('Play a sound'));
    await answer('Is the clock right?', () => dialog.getByText('It is right.').waitFor());
    await answer('Who may use it?', () => dialog.getByLabel('Everyone on its Wi-Fi').check());
    await answer('Its Wi-Fi', async () => {
      await dialog.getByLabel('Where is the box?').selectOption('DE');
      await dialog.getByLabel('Password of the Wi-Fi').fill(passphrase);
    });
    await dialog.getByRole('heading', { name: 'Ready', exact: true }).waitFor();
    await press('Finish');
    await dialog.getByText('The box is changing its settings.').waitFor();
  } finally {
    await browser.close();
  }
}
