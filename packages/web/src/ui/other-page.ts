import { signal } from '@preact/signals';

interface OtherPage {
  service: 'station' | 'plotter';
  url: string;
}

/** Undefined unless the other service runs on this machine and is reachable. */
export const otherPage = signal<OtherPage | undefined>(undefined);

export async function findOtherPage(): Promise<void> {
  const answer = await fetch('other-page');
  const found = (await answer.json()) as { service: OtherPage['service']; url: string | null };
  if (found.url !== null) otherPage.value = { service: found.service, url: found.url };
}
