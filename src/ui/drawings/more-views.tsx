import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

const views = [
  { turn: -1, place: 'translate(9 20) rotate(-9 32 45)', ground: 'var(--drawing-leaf)' },
  { turn: 1, place: 'translate(87 20) rotate(9 32 45)', ground: 'var(--drawing-accent)' },
  { turn: 0, place: 'translate(46 52) scale(1.06)', ground: 'var(--drawing-sky)' },
];

/** The same person facing left, right and forward. */
export function MoreViews(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      {views.map(({ turn, place, ground }) => (
        <g key={turn} transform={place}>
          <path d="M0 0h64v88H0Z" stroke="var(--drawing-paper)" strokeWidth="7" fill={ground} />
          <svg aria-hidden="true" width="64" height="88" viewBox="32 6 96 132">
            <Portrait skin="deep" cut="bun" turn={turn} cloth="var(--drawing-gold)" />
          </svg>
        </g>
      ))}
    </Drawing>
  );
}
