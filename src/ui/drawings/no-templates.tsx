import { Drawing } from './drawing.tsx';

/** A wall of empty frames. */
export function NoTemplates() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <path d="M58 32h50v66H58Z" fill="var(--drawing-paper)" stroke="var(--drawing-gold)" strokeWidth="7" />
      <path d="M28 62h38v52H28Z" fill="var(--drawing-paper)" stroke="var(--drawing-accent)" strokeWidth="7" />
      <path d="M96 72h38v52H96Z" fill="var(--drawing-paper)" stroke="var(--drawing-cloth)" strokeWidth="7" />
      <path d="M32 110v-10l12-12 10 12 8-6v16Z" fill="var(--drawing-sky)" />
      <path
        d="M83 42q1.5 10 12 12-10.5 2-12 12-1.5-10-12-12 10.5-2 12-12ZM110 118a9 9 0 1 1 10 0Z"
        fill="var(--drawing-sky)"
      />
    </Drawing>
  );
}
