/** Icon outlines: a single path each, on a 24 × 24 grid with a margin of 3.5 units. Stroked, not filled. */
export const frameOutlines = {
  home: 'M4 10.5 12 4l8 6.5V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19ZM9.5 20.5V15h5v5.5',
  'home-filled': 'M4 10.5 12 4l8 6.5V19a1.5 1.5 0 0 1-1.5 1.5h-3.4v-5.75H8.9v5.75H5.5A1.5 1.5 0 0 1 4 19Z',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-3.9 3.4-6 7.5-6s7 2.1 7.5 6',
  'person-filled': 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-3.9 3.4-6 7.5-6s7 2.1 7.5 6Z',
  back: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  picture:
    'M5 4h14a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 19 20H5a1.5 1.5 0 0 1-1.5-1.5v-13A1.5 1.5 0 0 1 5 4ZM3.75 17.5 9 12.25l4 4 2.5-2.5 4.75 4.75M15.5 9.5a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5Z',
  offline:
    'm4 4 16 16M7 7.7a6 6 0 0 0-.8 1.9A4.5 4.5 0 0 0 7 18.5h9.4M10 5.9a6 6 0 0 1 8 4.7 4 4 0 0 1 2 6.3',
  warning:
    'M10.7 4.5 3.2 17.75A1.5 1.5 0 0 0 4.5 20h15a1.5 1.5 0 0 0 1.3-2.25L13.3 4.5a1.5 1.5 0 0 0-2.6 0ZM12 9.5v4M12 16.7v.1',
};

/** Icons that are part of the first download, for Home and the app frame. `Icon` has all icons. */
export function FrameIcon({ name, size }: { name: keyof typeof frameOutlines; size?: number }) {
  return <Outline path={frameOutlines[name]} filled={name.endsWith('-filled')} size={size} />;
}

interface OutlineProps {
  path: string;
  filled?: boolean;
  /** Side length in px. */
  size?: number | undefined;
}

/** A line icon in the text colour. Hidden from screen readers, so give it adjacent text or label its button. */
export function Outline({ path, filled = false, size = 24 }: OutlineProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
