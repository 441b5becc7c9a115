import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';

export function BadTurned(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      <path d="M56 84v46c0 14 34 16 34 2v-30Z" fill="var(--drawing-skin-tan-shade)" />
      <path d="M12 164c2-26 18-34 44-40 8 14 24 16 34 6 24 6 38 14 40 34Z" fill="var(--drawing-leaf)" />
      <path
        d="M52 70c0-24 20-34 38-32 14 2 20 14 20 28 0 5-1 7 0 10 2 5 8 11 8 14s-4 4-6 4c0 3 1 4 0 6 1 2 0 4-1 5 2 6 0 14-11 14-10 0-18-4-24-10-14-3-24-18-24-39Z"
        fill="var(--drawing-skin-tan)"
      />
      <path
        d="M110 58c-10 2-18-1-22-4-1 8-4 12-8 14 1 6 0 10-3 12-6-4-12 0-11 8 1 6 4 9 8 9 0 4-2 8-5 11-18 0-29-18-29-40 0-28 22-40 44-39 16 1 28 12 26 29Z"
        fill="var(--drawing-hair)"
      />
      <path d="M72 84c-5-1-6 9 1 9" stroke="var(--drawing-skin-tan-shade)" strokeWidth="3" />
      <ellipse cx="102" cy="78" rx="2.8" ry="4.2" fill="var(--drawing-ink)" />
      <path d="M97 69q6-4 11-1M102 106.5q4 .5 8-2" stroke="var(--drawing-ink)" strokeWidth="2.8" />
    </Drawing>
  );
}
