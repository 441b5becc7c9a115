import { frameOutlines, Outline } from './frame-icon.tsx';

/** More icon outlines, in the same format as `frameOutlines`. */
const outlines = {
  ...frameOutlines,
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.75 17.5a6.75 6.75 0 1 0 0-13.5 6.75 6.75 0 0 0 0 13.5ZM15.75 15.75 20 20',
  trash:
    'M4.5 7h15M9.25 7V5a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1v2M6.25 7l.85 12.1a1.5 1.5 0 0 0 1.5 1.4h6.8a1.5 1.5 0 0 0 1.5-1.4L17.75 7M10.25 11v5.5M13.75 11v5.5',
  download: 'M12 4v11.5M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15',
  share:
    'M12 15V3.75M8 7.5l4-4 4 4M7.5 11H6a1.5 1.5 0 0 0-1.5 1.5V19A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5v-6.5A1.5 1.5 0 0 0 18 11h-1.5',
  coin: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5h5v5h-5Z',
  crown: 'm3.75 7.5 4 3.75L12 5l4.25 6.25 4-3.75L18.5 16.5h-13ZM5.5 20h13',
  settings:
    'M4 8h8M17 8h3M4 16h3M12 16h8M14.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9.5 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  'chevron-right': 'm9 5 7 7-7 7',
  camera:
    'M3.5 8.5A1.5 1.5 0 0 1 5 7h2.75l1.3-2.3a1 1 0 0 1 .9-.5h4.1a1 1 0 0 1 .9.5L16.25 7H19a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18ZM12 16.5A3.5 3.5 0 1 0 12 9.5a3.5 3.5 0 0 0 0 7Z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.2M19.5 4v5h-5',
  cross: 'm7 7 10 10M17 7 7 17',
  file: 'M5.5 5A1.5 1.5 0 0 1 7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19ZM13.5 3.75V8.5h4.75M9 12.75h6M9 16.25h4',
  shield:
    'm12 3.5 7.25 2.75v5c0 4.6-2.9 7.75-7.25 9.25-4.35-1.5-7.25-4.65-7.25-9.25v-5ZM8.75 12l2.25 2.25L15.25 10',
  support:
    'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13h2a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1H6A1.5 1.5 0 0 1 4.5 17ZM19.5 13h-2a1 1 0 0 0-1 1v3.5a1 1 0 0 0 1 1h.5a1.5 1.5 0 0 0 1.5-1.5ZM18.5 18.4c-.4 1.4-1.5 2.1-3 2.1H13',
  apps: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z',
  broom:
    'm20 4-6.75 6.75M9.5 8.5l6 6M9.5 8.5c-1.6 2-3.6 3.1-6 3.5 1.2 4.5 4 7.3 8.5 8.5.4-2.4 1.5-4.4 3.5-6M7.25 16.75l2.5-2.25',
  logout: 'M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M15.5 7.75 19.75 12l-4.25 4.25M19.5 12H9.5',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.25v5M12 7.9v.1',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.25 6.5h.5M4.25 12h.5M4.25 17.5h.5',
  play: 'M7.5 5.4v13.2a1 1 0 0 0 1.5.85l10.3-6.6a1 1 0 0 0 0-1.7L9 4.55a1 1 0 0 0-1.5.85Z',
};

export type IconName = keyof typeof outlines;

/** An icon for any screen except Home, which uses `FrameIcon`. `size` is the side length in px. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <Outline path={outlines[name]} filled={name.endsWith('-filled')} size={size} />;
}
