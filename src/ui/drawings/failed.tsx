import { Drawing } from './drawing.tsx';

/** A crooked frame with a torn picture. */
export function Failed() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <circle cx="80" cy="22" r="5" fill="var(--drawing-hair-brown)" />
      <g transform="rotate(11 80 24)">
        <path d="m52 54 28-31 28 31" stroke="var(--drawing-hair-brown)" strokeWidth="3.5" />
        <path d="M40 52h80v84H40Z" fill="var(--drawing-gold)" />
        <path d="M48 60h64v68H48Z" fill="var(--drawing-paper)" />
        <path d="M55 128c1-19 10-27 25-27s24 8 25 27Z" fill="var(--drawing-accent)" />
        <circle cx="80" cy="85" r="14" fill="var(--drawing-cloth)" />
        <path
          d="m89 60-13 17 11 12-15 15 9 13-5 11h8l6-12-9-12 15-15-11-12 12-17Z"
          fill="var(--drawing-wash)"
        />
      </g>
    </Drawing>
  );
}
