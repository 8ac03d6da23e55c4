import type { ComponentChildren } from 'preact';
import './base.css';
import './shell.css';
import { sharedTexts } from '../texts/shared.ts';
import type { MenuGroup } from './menu.tsx';
import { otherPage } from './other-page.ts';
import { PageMenu } from './page-menu.tsx';
import { Toasts } from './toast.tsx';

interface HeaderProps {
  kind: string;
  title: ComponentChildren;
  facts?: ComponentChildren;
  status?: ComponentChildren;
  menu?: readonly MenuGroup[];
}

interface BarProps {
  /** The page's own header, which contains the menu. */
  bar: ComponentChildren;
}

type ShellProps = (HeaderProps | BarProps) & { banner?: ComponentChildren; children: ComponentChildren };

export function Shell({ banner, children, ...head }: ShellProps) {
  const other = otherPage.value;
  const hasBar = 'bar' in head;
  return (
    <div class={`shell ${hasBar ? 'shell-with-bar' : ''}`}>
      {hasBar ? head.bar : <Header {...head} />}
      {banner}
      <main class="grow">{children}</main>
      <footer class="foot">
        <span>Stationery</span>
        {other !== undefined && <a href={other.url}>{sharedTexts.pages[other.service]}</a>}
        <a href="api/docs">{sharedTexts.description}</a>
      </footer>
      <Toasts />
    </div>
  );
}

function Header({ kind, title, facts, status, menu }: HeaderProps) {
  return (
    <header class="header">
      <div>{title}</div>
      <p class="header-facts small soft wrap">
        <strong>{kind}</strong>
        {facts}
      </p>
      {status}
      <PageMenu groups={menu} />
    </header>
  );
}
