import { Drawing } from './drawing.tsx';

/** A cat looks at a pale patch on the wall where a picture used to hang. */
export function NotFound() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <path d="M42 36h54v66H42Z" fill="var(--drawing-paper)" opacity="0.75" />
      <circle cx="69" cy="26" r="4.5" fill="var(--drawing-hair-brown)" />
      <path d="M14 110h132a72 72 0 0 1-132 0Z" fill="var(--drawing-gold)" />
      <path d="M122 124c18 2 20-16 12-24" stroke="var(--drawing-ink)" strokeWidth="7" />
      <path
        d="M84 130c-1-8 3-12 3-22 0-12-5-18-5-30l-1-19 11 8c4-1 9-1 13 1l11-8 1 18c0 7-3 11-3 15 9 8 15 20 13 37Z"
        fill="var(--drawing-ink)"
      />
      <circle cx="90" cy="77" r="2.6" fill="var(--drawing-gold)" />
      <circle cx="103" cy="77" r="2.6" fill="var(--drawing-gold)" />
      <path d="M92 94q8 4 18 0" stroke="var(--drawing-accent)" strokeWidth="5" />
    </Drawing>
  );
}
