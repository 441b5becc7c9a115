import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

const faces = [
  { look: 'smile', x: 0, y: 0, ground: 'var(--drawing-sky)' },
  { look: 'laugh', x: 80, y: 0, ground: 'var(--drawing-gold)' },
  { look: 'calm', x: 0, y: 80, ground: 'var(--drawing-wash)' },
  { look: 'wonder', x: 80, y: 80, ground: 'var(--drawing-leaf)' },
] as const;

export function MoreExpressions(): JSX.Element {
  return (
    <Drawing photo>
      {faces.map(({ look, x, y, ground }) => (
        <svg key={look} aria-hidden="true" x={x} y={y} width="80" height="80" viewBox="28 24 104 104">
          <path d="M28 24h104v104H28Z" fill={ground} />
          <Portrait skin="light" cut="bun" hair="var(--drawing-hair-grey)" look={look} />
        </svg>
      ))}
      <path d="M80 0v160M0 80h160" stroke="var(--drawing-paper)" strokeWidth="4" />
    </Drawing>
  );
}
