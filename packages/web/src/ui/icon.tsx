import './icon.css';

/** Paths on a grid of 24, for lines 1.75 wide. */
const shapes = {
  align: 'M4 4v16M8 8h12M8 16h7',
  centre: 'M12 4v16M5 8h14M8 16h8',
  alert: 'M12 4 2.8 19.5h18.4L12 4zM12 10v4.5M12 17.2v.1',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5h4M12 3v2',
  check: 'm5 12.5 4.5 4.5L19 7',
  chip: 'M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5',
  contrast: 'M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17z',
  cross: 'm6 6 12 12M18 6 6 18',
  down: 'M12 5v14M6 13l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  file: 'M6.5 3.5h7.5l4.5 4.5v12.5h-12zM14 3.5V8h4.5',
  film: 'M3.5 5.5h17v13h-17zM8 5.5v13M16 5.5v13M3.5 12h17M3.5 8.8H8M3.5 15.2H8M16 8.8h4.5M16 15.2h4.5',
  frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c3 2.5 4 5.3 4 8.5s-1 6-4 8.5c-3-2.5-4-5.3-4-8.5s1-6 4-8.5z',
  home: 'M4 11.5 12 4l8 7.5M6 10v10h12V10',
  key: 'M8 11.5a4 4 0 1 0 0 .1M12 11.5h8.5v3M17 11.5v2.5',
  keyboard: 'M3 6.5h18v11H3zM6.5 10v.1M10 10v.1M13.5 10v.1M17.5 10v.1M8 14h8',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.8.8M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l.8-.8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  microphone: 'M9 6.5a3 3 0 0 1 6 0V11a3 3 0 0 1-6 0zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  minus: 'M5 12h14',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  more: 'M6 12a.8.8 0 1 0-1.6 0 .8.8 0 0 0 1.6 0zM12.8 12a.8.8 0 1 0-1.6 0 .8.8 0 0 0 1.6 0zM19.6 12a.8.8 0 1 0-1.6 0 .8.8 0 0 0 1.6 0z',
  music:
    'M9 17.5V6l10-2v11.5M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  next: 'M6 5v14l9.5-7zM18.5 5v14',
  pause: 'M8 5v14M16 5v14',
  pen: 'M12 21.5 7.5 9.5 12 2.5l4.5 7zM12 21.5v-8.5M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  'pen-up': 'M12 16 8.5 6.5 12 2.5l3.5 4zM12 16V9.5M5 21h14',
  pencil: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  phone: 'M7.5 2.5h9v19h-9zM10.8 18.3h2.4',
  picture: 'M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 5M15.5 8.7v.1',
  play: 'M7.5 4.8v14.4L19 12z',
  plus: 'M12 5v14M5 12h14',
  previous: 'M18 5v14l-9.5-7zM5.5 5v14',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4.5v5h-5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  stop: 'M6 6h12v12H6z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  tag: 'M3.5 12.5v-8h8l9 9-8 8zM7.8 8.8v.1',
  target: 'M12 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM12 2.5v6M12 15.5v6M2.5 12h6M15.5 12h6',
  text: 'M6.5 3.5h11v17h-11zM9.5 8h5M9.5 12h5M9.5 16h3',
  'to-bottom': 'M12 4v12M6 10l6 6 6-6M5 20h14',
  'to-top': 'M12 20V8M6 14l6-6 6 6M5 4h14',
  trash: 'M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10.5 10.5v6M13.5 10.5v6',
  undo: 'M8.5 5.5 4 10l4.5 4.5M4.5 10H14a5.5 5.5 0 0 1 0 11h-3',
  unlink:
    'M9.5 14.5 14 10M8 11l-2.7 2.7a4 4 0 0 0 5.6 5.6L13 17M16 13l2.7-2.7A4 4 0 0 0 13 4.7L11 7M4 4l2 2M20 20l-2-2',
  up: 'M12 19V5M6 11l6-6 6 6',
  upload: 'M12 15.5V4M7 8.5l5-5 5 5M5 20h14',
  volume: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.3a4 4 0 0 1 0 5.4M17.5 6.8a7.5 7.5 0 0 1 0 10.4',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
