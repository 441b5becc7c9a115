import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';

/** The app's mark: a portrait in a round gate, with one spark of gold. */
export function Logo(): JSX.Element {
  return (
    <Drawing>
      <rect width="160" height="160" rx="38" fill="var(--drawing-accent)" />
      <circle cx="80" cy="82" r="53" fill="var(--drawing-paper)" />
      <path
        d="M80 46c13 0 22 9 22 23S92 94 80 94 58 83 58 69s9-23 22-23ZM42 119.500c5-14 19-21 38-21s33 7 38 21a53 53 0 0 1-76 0Z"
        fill="var(--drawing-accent)"
      />
      <path
        d="M127 17q2.5 15.5 18 18-15.5 2.5-18 18-2.5-15.5-18-18 15.5-2.5 18-18Z"
        fill="var(--drawing-gold)"
      />
    </Drawing>
  );
}
