import { type JSX, useId } from 'react';
import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

export function BadBlurry(): JSX.Element {
  const smear = useId();

  return (
    <Drawing photo>
      <filter id={smear} x="-20%" y="-20%" width="140%" height="140%">
        <feGaussianBlur stdDeviation="5.5 2.5" />
      </filter>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-leaf)" />
      <path d="M0 0h160v160H0Z" fill="var(--drawing-paper)" opacity="0.35" />
      <g filter={`url(#${smear})`}>
        <g transform="translate(-7 -1)">
          <Portrait skin="light" cut="long" hair="var(--drawing-hair-brown)" cloth="var(--drawing-gold)" />
        </g>
        <g transform="translate(9 2)" opacity="0.5">
          <Portrait skin="light" cut="long" hair="var(--drawing-hair-brown)" cloth="var(--drawing-gold)" />
        </g>
      </g>
    </Drawing>
  );
}
