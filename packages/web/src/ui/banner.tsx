import type { ComponentChildren } from 'preact';
import './banner.css';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  tone: 'waiting' | 'danger' | 'note';
  icon?: IconName;
  title: string;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}

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
