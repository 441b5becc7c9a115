import { Drawing } from './drawing.tsx';

/** An open ledger with empty lines, and a coin. */
export function NoCoinsFlow() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <path
        d="M80 52c-14-9-34-11-56-8v72c22-3 42-1 56 8 14-9 34-11 56-8V44c-22-3-42-1-56 8Z"
        fill="var(--drawing-cloth)"
      />
      <path
        d="M80 48c-12-8-30-10-50-7v68c20-3 38-1 50 7 12-8 30-10 50-7V41c-20-3-38-1-50 7Z"
        fill="var(--drawing-paper)"
      />
      <path
        d="M80 48v68M40 58q16-1 28 4M40 73q16-1 28 4M40 88q16-1 28 4M92 62q12-5 28-4M92 77q12-5 28-4"
        stroke="var(--drawing-sky)"
        strokeWidth="4"
      />
      <circle
        cx="116"
        cy="112"
        r="24"
        fill="var(--drawing-gold)"
        stroke="var(--drawing-wash)"
        strokeWidth="5"
      />
      <circle cx="116" cy="112" r="15" stroke="var(--drawing-paper)" strokeWidth="3" opacity="0.8" />
      <path d="M110 106h12v12h-12Z" fill="var(--drawing-paper)" />
    </Drawing>
  );
}
