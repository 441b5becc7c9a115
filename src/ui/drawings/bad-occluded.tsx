import type { JSX } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

/** A face covered by sunglasses and a mask. */
export function BadOccluded(): JSX.Element {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-gold)" />
      <path d="M0 0h160v160H0Z" fill="var(--drawing-paper)" opacity="0.4" />
      <Portrait skin="deep" cut="curls" look="calm" cloth="var(--drawing-cloth)" />
      <path d="M49 92c10-3 20-6 31-6s21 3 31 6c1 17-13 28-31 28S48 109 49 92Z" fill="var(--drawing-paper)" />
      <path d="M56 101q24 6 48 0M58 109q22 6 44 0" stroke="var(--drawing-sky)" strokeWidth="2.5" />
      <path
        d="M50 72h24q4 0 4 4v2c0 8-5 13-12 13S52 86 51 78ZM110 72H86q-4 0-4 4v2c0 8 5 13 12 13s14-5 15-13Z"
        fill="var(--drawing-ink)"
      />
      <path d="M47 73h66" stroke="var(--drawing-ink)" strokeWidth="4" />
      <path d="m58 84 8-8M90 84l8-8" stroke="var(--drawing-paper)" strokeWidth="2.5" opacity="0.5" />
    </Drawing>
  );
}
