import { Drawing } from './drawing.tsx';

/** A cameo: a profile in a round frame with a golden sparkle. */
export function Logo() {
  return (
    <Drawing>
      <rect width="160" height="160" rx="38" fill="var(--drawing-accent)" />
      <circle cx="79" cy="83" r="57" fill="var(--drawing-paper)" />
      <path
        d="M60 58a10 10 0 1 1 8.5-11c4.5-2.5 9.5-3.5 15-3.5 13.5 0 21.5 8 21.5 20.5 0 3-1 4.5 0 7 1.8 3.6 5.4 7.2 5.4 9s-1.8 2.7-3.6 2.7c0 1.8.9 2.7 0 3.6.9 1.8 0 2.7-.9 3.6.9 4.5-.9 9-8 9-2.7 0-5.4-.9-7.2-1.8-.9 10 3.6 13 18 17 6 1.7 10 4.9 12 10.9v26H35v-26c3-6 10-9 17-11.5 8-3 10.8-7.2 9.9-15.3-7.2-5.4-11.7-15.3-9-31.5 1-4 3-7 7.1-8.7Z"
        fill="var(--drawing-accent)"
      />
      <path
        d="M128 14q2.5 17.5 20 20-17.5 2.5-20 20-2.5-17.5-20-20 17.5-2.5 20-20Z"
        fill="var(--drawing-gold)"
        stroke="var(--drawing-accent)"
        strokeWidth="7"
        paintOrder="stroke"
      />
    </Drawing>
  );
}
