import { Drawing } from './drawing.tsx';

/** An empty frame on an easel. */
export function NoPics() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <path
        d="M80 20v18M52 104l-16 44M108 104l16 44M80 112v30"
        stroke="var(--drawing-hair-brown)"
        strokeWidth="6"
      />
      <path d="M42 32h76v80H42Z" fill="var(--drawing-gold)" />
      <path d="M50 40h60v64H50Z" fill="var(--drawing-paper)" />
      <path d="M58 104c1-14 10-20 22-20s21 6 22 20Z" fill="var(--drawing-sky)" />
      <circle cx="80" cy="68" r="13" fill="var(--drawing-sky)" />
      <path d="M36 112h88v7H36Z" fill="var(--drawing-hair-brown)" />
      <path d="M128 38q2 13 15 15-13 2-15 15-2-13-15-15 13-2 15-15Z" fill="var(--drawing-accent)" />
    </Drawing>
  );
}
