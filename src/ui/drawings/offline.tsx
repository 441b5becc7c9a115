import { Drawing } from './drawing.tsx';

/** A cloud and an unplugged cable. */
export function Offline() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-sky)" />
      <path d="M48 82a22 22 0 0 1-2-44 32 32 0 0 1 60-4 24 24 0 0 1 6 48Z" fill="var(--drawing-paper)" />
      <path d="M80 78v14" stroke="var(--drawing-cloth)" strokeWidth="6" />
      <path d="M65 88h30v6a15 15 0 0 1-30 0Z" fill="var(--drawing-cloth)" />
      <path d="M72 124v-8M88 124v-8" stroke="var(--drawing-ink)" strokeWidth="5" />
      <path
        d="M65 123h30v5a15 15 0 0 1-12 14.7V152h-6v-9.3A15 15 0 0 1 65 128Z"
        fill="var(--drawing-accent)"
      />
      <path
        d="m54 110-9-3M55 119l-8 4M106 110l9-3M105 119l8 4"
        stroke="var(--drawing-gold)"
        strokeWidth="4"
      />
    </Drawing>
  );
}
