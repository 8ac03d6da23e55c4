import { type ReadonlySignal, signal, useSignal, useSignalEffect } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from './button.tsx';
import { followGroups } from './follow-groups.ts';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  icon: IconName;
  label: string;
  run?: () => void;
  /** URL of the page that the item opens. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Whether the item is chosen among several options; with `toggles`, whether it is switched on. */
  checked?: boolean;
  toggles?: boolean;
  /** Language of the label, if it differs from the page's. */
  lang?: string;
}

export interface MenuGroup {
  title?: string;
  items: readonly MenuItem[];
}

interface MenuProps {
  label: string;
  icon?: IconName;
  /** Whether to show the label beside the icon. */
  labelSeen?: boolean;
  disabled?: boolean;
  items?: readonly MenuItem[];
  /** Subject of the items. Shown because a different row may have moved to the place of the button. */
  title?: string;
  groups?: readonly MenuGroup[];
}

interface MenuContent {
  label: string;
  groups: readonly MenuGroup[];
}

/**
 * A menu of further actions, as a popover. The open list is outside its row, which may move or disappear. It
 * updates its items without moving them.
 */
export function Menu({
  label,
  icon = 'more',
  labelSeen = false,
  disabled = false,
  items = [],
  title,
  groups = [{ title, items }],
}: MenuProps) {
  const opener = useRef<HTMLSpanElement>(null);
  const [content] = useState(() => signal<MenuContent>({ label, groups }));
  content.value = { label, groups };
  const [id] = useState(() => `menu-${made.count++}`);
  // Created and filled only when needed, because each row of a long list has a menu.
  const list = useRef<MenuList>(undefined);
  const make = () => {
    list.current ??= addList(id, opener.current!, content);
  };
  useEffect(() => () => list.current?.leave(), []);

  const opens = {
    disabled,
    popovertarget: id,
    'aria-haspopup': 'menu' as const,
    onPointerDown: make,
    onFocus: make,
    // A click by a program has no pointer events.
    onClick: make,
  };
  return (
    <span class="menu" ref={opener}>
      {labelSeen ? (
        <Button kind="quiet" icon={icon} {...opens}>
          {label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...opens} />
      )}
    </span>
  );
}

/** Counts menus, which keeps their ids unique even after a menu's row is gone. */
const made = { count: 0 };

interface MenuList {
  /** Called when the row of the menu is gone. Removes the list at once, or when it is closed. */
  leave: () => void;
}

function addList(id: string, opener: Element, content: ReadonlySignal<MenuContent>): MenuList {
  const home = document.createElement('div');
  // Elements behind an open dialog cannot be pressed, so the list is inside the dialog.
  (opener.closest('dialog') ?? document.body).append(home);
  const remove = () => {
    render(null, home);
    home.remove();
  };
  const state = { isOpen: false, isLeft: false };
  const onToggle = (isOpen: boolean) => {
    state.isOpen = isOpen;
    if (!isOpen && state.isLeft) remove();
  };
  render(<List id={id} opener={opener} content={content} onToggle={onToggle} />, home);
  return {
    leave() {
      state.isLeft = true;
      if (!state.isOpen) remove();
    },
  };
}

interface ListProps {
  id: string;
  opener: Element;
  content: ReadonlySignal<MenuContent>;
  onToggle: (isOpen: boolean) => void;
}

function List({ id, opener, content, onToggle }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useSignal<MenuContent | undefined>(undefined);
  useSignalEffect(() => {
    const { label, groups } = content.value;
    const before = shown.peek();
    if (before !== undefined) shown.value = { label, groups: followGroups(before.groups, groups) };
  });
  const place = () => {
    const [menu, anchor] = [list.current, opener.getBoundingClientRect()];
    if (menu === null) return;
    menu.style.maxHeight = '';
    const below = anchor.bottom + menu.offsetHeight < window.innerHeight;
    const top = below ? anchor.bottom : Math.max(8, anchor.top - menu.offsetHeight);
    menu.style.top = `${top}px`;
    menu.style.maxHeight = `${window.innerHeight - top - 8}px`;
    menu.style.left = `${Math.max(8, anchor.right - menu.offsetWidth)}px`;
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    entries[(at + step + entries.length) % entries.length]?.focus();
  };
  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      class="menu-list"
      aria-label={shown.value?.label}
      onKeyDown={move}
      onBeforeToggle={(event) => {
        shown.value = event.newState === 'open' ? content.peek() : undefined;
        if (event.newState === 'open') onToggle(true);
      }}
      onToggle={(event) => {
        if (event.newState !== 'open') return onToggle(false);
        place();
        // The event arrives late, so an arrow key may already have moved the focus.
        if (list.current?.contains(document.activeElement)) return;
        list.current?.querySelector<HTMLElement>('.menu-item')?.focus();
      }}
    >
      {shown.value?.groups.map((group, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu.
        <div key={at} role="group" class="menu-group" aria-label={group.title}>
          {group.title !== undefined && (
            <p class="menu-title small soft bold" aria-hidden="true">
              {group.title}
            </p>
          )}
          {group.items.map((item) => (
            <Entry key={item.label} item={item} onRun={() => list.current?.hidePopover()} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry({ item, onRun }: { item: MenuItem; onRun: () => void }) {
  const content = (
    <>
      <Icon name={item.icon} />
      <span class="grow">{item.label}</span>
      {item.checked && <Icon name="check" size={16} />}
    </>
  );
  if (item.href !== undefined && !item.disabled) {
    return (
      <a role="menuitem" class="menu-item" href={item.href}>
        {content}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the roles that it has with a state take it.
    <button
      type="button"
      role={roleOf(item)}
      aria-checked={item.checked}
      // Unlike `disabled`, keeps the focus.
      aria-disabled={item.disabled}
      lang={item.lang}
      class={`menu-item ${item.danger ? 'menu-danger' : ''}`}
      onClick={() => {
        if (item.disabled) return;
        onRun();
        item.run?.();
      }}
    >
      {content}
    </button>
  );
}

function roleOf({ checked, toggles = false }: MenuItem) {
  if (checked === undefined) return 'menuitem';
  return toggles ? 'menuitemcheckbox' : 'menuitemradio';
}
