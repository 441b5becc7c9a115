import styles from './creating.module.css';
import { Drawing } from './drawing.tsx';

/** A brush paints a portrait on a canvas. Static if the user prefers reduced motion. */
export function Creating() {
  return (
    <Drawing>
      <circle cx="80" cy="80" r="72" fill="var(--drawing-wash)" />
      <path d="M80 14v18M50 116l-12 34M110 116l12 34" stroke="var(--drawing-hair-brown)" strokeWidth="6" />
      <path d="M36 28h88v90H36Z" fill="var(--drawing-gold)" />
      <path d="M43 35h74v76H43Z" fill="var(--drawing-paper)" />
      <svg aria-hidden="true" x="43" y="35" width="74" height="76" viewBox="26 20 108 111">
        <path className={styles.ground} d="M26 20h108v111H26Z" fill="var(--drawing-sky)" />
        <g className={styles.body}>
          <path
            d="M64 34a16 15 0 1 1 32 0 16 15 0 0 1-32 0ZM47 86C43 50 58 34 80 34s37 16 33 52-20 40-33 40-29-4-33-40Z"
            fill="var(--drawing-hair)"
          />
          <path d="M67 98h26v28c0 12-26 12-26 0Z" fill="var(--drawing-skin-shade)" />
          <path d="M8 164c2-24 26-32 58-39 6 11 22 11 28 0 32 7 56 15 58 39Z" fill="var(--drawing-accent)" />
          <path
            d="M50 80c5-16 17-26 30-26s25 10 30 26c0 22-13 37-30 37S50 102 50 80Z"
            fill="var(--drawing-skin)"
          />
        </g>
        <path
          className={styles.face}
          d="M63 86q5 4 10 0M87 86q5 4 10 0M71 102q9 8 18 0"
          stroke="var(--drawing-ink)"
          strokeWidth="3.5"
        />
        <g className={styles.bloom} fill="var(--drawing-accent)">
          <circle cx="104" cy="50" r="7" />
          <circle cx="114" cy="57" r="7" />
          <circle cx="110" cy="69" r="7" />
          <circle cx="98" cy="69" r="7" />
          <circle cx="94" cy="57" r="7" />
          <circle cx="104" cy="60" r="6" fill="var(--drawing-gold)" />
        </g>
      </svg>
      <path d="M30 118h100v7H30Z" fill="var(--drawing-hair-brown)" />
      <g className={styles.brush}>
        <path d="m110 92 30 38" stroke="var(--drawing-cloth)" strokeWidth="7" />
        <path d="m106 87 7 9" stroke="var(--drawing-gold)" strokeWidth="8" />
        <path d="M97 74c9-1 14 4 14 11l-7 6c-7-2-10-8-7-17Z" fill="var(--drawing-accent)" />
      </g>
    </Drawing>
  );
}
