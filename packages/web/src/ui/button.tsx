import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'>;

export interface ButtonProps extends Native {
  /** `danger` is for actions that cannot be undone. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  busy?: boolean;
  children: ComponentChildren;
}

export function Button({ kind = 'plain', icon, busy = false, children, ...native }: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
      class={`button button-${kind} ${native.class ?? ''}`}
      aria-busy={busy}
      disabled={busy || native.disabled}
    >
      {busy ? <span class="button-spinner" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Native {
  icon: IconName;
  /** Also the tooltip. */
  label: string;
}

export function IconButton({ icon, label, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      {...native}
      class={`icon-button rigid soft ${native.class ?? ''}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
