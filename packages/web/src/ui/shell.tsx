import type { ComponentChildren } from 'preact';
import './base.css';
import './shell.css';
import { sharedTexts } from '../texts/shared.ts';
import { PageMenu } from './page-menu.tsx';
import { Toasts } from './toast.tsx';

interface ShellProps {
  /** What kind of device this is, in small letters above its name. */
  kind: string;
  title: ComponentChildren;
  /** A line below the title: a serial number, a version. */
  facts?: ComponentChildren;
  /** The state of the connection, at the right of the head. */
  status?: ComponentChildren;
  banner?: ComponentChildren;
  children: ComponentChildren;
}

/** A page as a letter: the head says whose it is, the foot where the small print is. */
export function Shell({ kind, title, facts, status, banner, children }: ShellProps) {
  return (
    <div class="shell">
      <header class="letterhead">
        <div class="letterhead-top">
          <p class="letterhead-kind">{kind}</p>
          {status}
          <PageMenu />
        </div>
        {title}
        {facts !== undefined && <div class="letterhead-facts">{facts}</div>}
      </header>
      {banner}
      <main class="shell-main">{children}</main>
      <footer class="foot">
        <span>Stationery</span>
        <a href="/api/docs">{sharedTexts.description}</a>
      </footer>
      <Toasts />
    </div>
  );
}
