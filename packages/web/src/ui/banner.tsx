import type { ComponentChildren } from 'preact';
import './banner.css';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  tone: 'waiting' | 'danger' | 'note';
  icon?: IconName;
  title: string;
  /** What the message means and what the user can do. */
  children?: ComponentChildren;
  actions?: ComponentChildren;
}

/** A strip across the page for messages that concern all of it, such as a lost connection. */
export function Banner({ tone, icon = 'alert', title, children, actions }: BannerProps) {
  return (
    <div class={`banner banner-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div class="banner-words wrap">
        <strong>{title}</strong>
        {children !== undefined && <span>{children}</span>}
      </div>
      {actions}
    </div>
  );
}
