import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

/** The same person in daylight, in lamplight and at night. */
export function MoreLights(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h54v160H0Z" fill="var(--drawing-sky)" />
      <path d="M54 0h53v160H54Z" fill="var(--drawing-wash)" />
      <path d="M107 0h53v160h-53Z" fill="var(--drawing-cloth)" />
      <circle cx="24" cy="28" r="11" fill="var(--drawing-gold)" />
      <path d="M138 16a13 13 0 1 0 9 22 13 13 0 0 1-9-22Z" fill="var(--drawing-paper)" />
      <g transform="translate(0 6)">
        <Portrait skin="tan" cut="short" cloth="var(--drawing-paper)" />
      </g>
      <path d="M54 0h53v160H54Z" fill="var(--drawing-gold)" opacity="0.2" />
      <path d="M107 0h53v160h-53Z" fill="var(--drawing-ink)" opacity="0.5" />
      <path d="M54 0v160M107 0v160" stroke="var(--drawing-paper)" strokeWidth="4" />
    </Drawing>
  );
}
