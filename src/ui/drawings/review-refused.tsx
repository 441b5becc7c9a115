import { Drawing } from './drawing.tsx';
import { Portrait } from './portrait.tsx';

/** A face that is half outside the picture, marked with a cross. */
export function ReviewRefused() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <g transform="rotate(-6 76 78)">
        <path d="M32 22h84v112H32Z" fill="var(--drawing-paper)" />
        <path d="M40 30h68v78H40Z" fill="var(--drawing-sky)" />
        <svg aria-hidden="true" x="40" y="30" width="68" height="78" viewBox="52 44 88 101">
          <Portrait skin="tan" cut="long" cloth="var(--drawing-leaf)" look="calm" />
        </svg>
      </g>
      <circle
        cx="114"
        cy="114"
        r="26"
        fill="var(--drawing-accent)"
        stroke="var(--drawing-wash)"
        strokeWidth="5"
      />
      <path d="m105 105 18 18M123 105l-18 18" stroke="var(--drawing-paper)" strokeWidth="6" />
    </Drawing>
  );
}
