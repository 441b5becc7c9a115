import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

/** Photos from several sides: the same person turned to the left, to the front and to the right. */
export function MoreViews(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      <g transform="translate(-20 22) scale(.72)">
        <Portrait skin="deep" cut="bun" turn={-1} cloth="var(--drawing-gold)" />
      </g>
      <g transform="translate(64 22) scale(.72)">
        <Portrait skin="deep" cut="bun" turn={1} cloth="var(--drawing-gold)" />
      </g>
      <g transform="translate(4 32) scale(.95)">
        <Portrait skin="deep" cut="bun" cloth="var(--drawing-gold)" />
      </g>
    </Drawing>
  );
}
