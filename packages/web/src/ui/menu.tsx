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
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Chosen among several options; with `toggles`, switched on. */
  checked?: boolean;
  toggles?: boolean;
  lang?: string;
}

export interface MenuGroup {
  title?: string;
  items: readonly MenuItem[];
}

interface MenuProps {
  label: string;
  icon?: IconName;
  labelSeen?: boolean;
  disabled?: boolean;
  items?: readonly MenuItem[];
  /** What the menu is about, shown because a different row may have moved to the place of the button. */
  title?: string;
  groups?: readonly MenuGroup[];
}

interface MenuContent {
  label: string;
  groups: readonly MenuGroup[];
}

/** The open list is rendered outside its row, because the row may disappear. Its items keep their places. */
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
  const leaveList = useRef<() => void>(undefined);
  const make = () => {
    leaveList.current ??= addList(id, opener.current!, content);
  };
  useEffect(() => () => leaveList.current?.(), []);

  const opens = {
    disabled,
    popovertarget: id,
    'aria-haspopup': 'menu' as const,
    onPointerDown: make,
    onFocus: make,
    // Needed too, because a click by a program has no pointer events.
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

/** Keeps ids unique even after a menu's row is gone. */
const made = { count: 0 };

/** Returns a function that removes the list at once, or when it is closed. */
function addList(id: string, opener: Element, content: ReadonlySignal<MenuContent>): () => void {
  const home = document.createElement('div');
  // Elements behind an open dialog cannot be pressed, so the list is inside the dialog.
  (opener.closest('dialog') ?? document.body).append(home);
  const remove = () => {
    render(null, home);
    home.remove();
  };
  let isListOpen = false;
  let isLeft = false;
  const onToggle = (isOpen: boolean) => {
    isListOpen = isOpen;
    if (!isOpen && isLeft) remove();
  };
  render(<List id={id} opener={opener} content={content} onToggle={onToggle} />, home);
  return () => {
    isLeft = true;
    if (!isListOpen) remove();
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu.
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
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the roles used with a state support it.
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
