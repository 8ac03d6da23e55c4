import type { ComponentChildren } from 'preact';
import './banner.css';
import { Icon } from './icon.tsx';

interface BannerProps {
  tone: 'waiting' | 'danger' | 'note';
  title: string;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}

export function Banner({ tone, title, children, actions }: BannerProps) {
  return (
    <div class={`banner banner-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name="alert" />
      <div class="banner-words wrap">
        <strong>{title}</strong>
        {children !== undefined && <span>{children}</span>}
      </div>
      {actions}
    </div>
  );
}
