import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

export function GoodFront(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-sky)" />
      <circle cx="80" cy="78" r="66" fill="var(--drawing-paper)" opacity="0.45" />
      <Portrait skin="light" cut="bob" cloth="var(--drawing-accent)" />
    </Drawing>
  );
}
