import { useId, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  icon: IconName;
  label: string;
  run: () => void;
  danger?: boolean;
}

/** More that can be done with one thing. The browser's popover closes it by Escape and by a click elsewhere. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const id = useId();

  const place = () => {
    const [menu, anchor] = [list.current, opener.current?.getBoundingClientRect()];
    if (menu === null || anchor === undefined) return;
    const below = anchor.bottom + menu.offsetHeight < window.innerHeight;
    menu.style.top = `${below ? anchor.bottom : anchor.top - menu.offsetHeight}px`;
    menu.style.left = `${Math.max(8, anchor.right - menu.offsetWidth)}px`;
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const entries = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    entries[(at + step + entries.length) % entries.length]?.focus();
  };

  return (
    <span class="menu" ref={opener}>
      <IconButton icon="more" label={label} popovertarget={id} aria-haspopup="menu" />
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        class="menu-list"
        aria-label={label}
        onKeyDown={move}
        onToggle={(event) => {
          if (event.newState !== 'open') return;
          place();
          list.current?.querySelector('button')?.focus();
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            class={`menu-item ${item.danger ? 'menu-danger' : ''}`}
            onClick={() => {
              list.current?.hidePopover();
              item.run();
            }}
          >
            <Icon name={item.icon} />
            {item.label}
          </button>
        ))}
      </div>
    </span>
  );
}
