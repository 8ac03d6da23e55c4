import type { ComponentChildren } from 'preact';
import './base.css';
import './shell.css';
import { sharedTexts } from '../texts/shared.ts';
import { otherPage } from './other-page.ts';
import { PageMenu } from './page-menu.tsx';
import { Toasts } from './toast.tsx';

interface ShellProps {
  /** What kind of device this is, in small letters beside its name. */
  kind: string;
  title: ComponentChildren;
  /** More about the device: a serial number, a version. */
  facts?: ComponentChildren;
  /** The state of the connection, at the right of the header. */
  status?: ComponentChildren;
  banner?: ComponentChildren;
  children: ComponentChildren;
}

/** What every page has: a header, a footer, and messages at the lower edge. */
export function Shell({ kind, title, facts, status, banner, children }: ShellProps) {
  const other = otherPage.value;
  return (
    <div class="shell">
      <header class="header">
        <div class="header-title">{title}</div>
        <p class="header-facts">
          <strong>{kind}</strong>
          {facts}
        </p>
        {status}
        <PageMenu />
      </header>
      {banner}
      <main class="shell-main">{children}</main>
      <footer class="foot">
        <span>Stationery</span>
        {other !== undefined && <a href={other.url}>{sharedTexts.pages[other.service]}</a>}
        <a href="/api/docs">{sharedTexts.description}</a>
      </footer>
      <Toasts />
    </div>
  );
}
