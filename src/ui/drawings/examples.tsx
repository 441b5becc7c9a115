import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import { Drawing } from './drawing.tsx';
import styles from './examples.module.css';
import { Portrait } from './portrait.tsx';

interface ExampleProps {
  drawing: ReactNode;
  /** Alternative text for the drawing. */
  label: string;
  verdict: 'good' | 'bad';
  /** The verdict as text, for users who cannot see the mark. */
  verdictLabel: string;
}

export function Example({ drawing, label, verdict, verdictLabel }: ExampleProps) {
  return (
    <li className={styles.example} data-verdict={verdict}>
      <div className={styles.drawing}>
        {drawing}
        <span className={styles.mark}>
          <Icon name={verdict === 'good' ? 'check' : 'cross'} size={16} />
        </span>
      </div>
      <p className={styles.label}>
        <span className="visually-hidden">{verdictLabel}</span> {label}
      </p>
    </li>
  );
}

export function Examples({ children }: { children: ReactNode }) {
  return <ul className={styles.examples}>{children}</ul>;
}

export function GoodFront() {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-sky)" />
      <circle cx="80" cy="78" r="66" fill="var(--drawing-paper)" opacity="0.45" />
      <Portrait skin="light" cut="bob" cloth="var(--drawing-accent)" />
    </Drawing>
  );
}

export function BadTurned() {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      <path d="M56 84v46c0 14 34 16 34 2v-30Z" fill="var(--drawing-skin-tan-shade)" />
      <path d="M12 164c2-26 18-34 44-40 8 14 24 16 34 6 24 6 38 14 40 34Z" fill="var(--drawing-leaf)" />
      <path
        d="M52 70c0-24 20-34 38-32 14 2 20 14 20 28 0 5-1 7 0 10 2 5 8 11 8 14s-4 4-6 4c0 3 1 4 0 6 1 2 0 4-1 5 2 6 0 14-11 14-10 0-18-4-24-10-14-3-24-18-24-39Z"
        fill="var(--drawing-skin-tan)"
      />
      <path
        d="M110 58c-10 2-18-1-22-4-1 8-4 12-8 14 1 6 0 10-3 12-6-4-12 0-11 8 1 6 4 9 8 9 0 4-2 8-5 11-18 0-29-18-29-40 0-28 22-40 44-39 16 1 28 12 26 29Z"
        fill="var(--drawing-hair)"
      />
      <path d="M72 84c-5-1-6 9 1 9" stroke="var(--drawing-skin-tan-shade)" strokeWidth="3" />
      <ellipse cx="102" cy="78" rx="2.8" ry="4.2" fill="var(--drawing-ink)" />
      <path d="M97 69q6-4 11-1M102 106.5q4 .5 8-2" stroke="var(--drawing-ink)" strokeWidth="2.8" />
    </Drawing>
  );
}

/** A face covered by sunglasses and a mask. */
export function BadOccluded() {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-gold)" />
      <path d="M0 0h160v160H0Z" fill="var(--drawing-paper)" opacity="0.4" />
      <Portrait skin="deep" cut="curls" look="calm" cloth="var(--drawing-cloth)" />
      <path d="M49 92c10-3 20-6 31-6s21 3 31 6c1 17-13 28-31 28S48 109 49 92Z" fill="var(--drawing-paper)" />
      <path d="M56 101q24 6 48 0M58 109q22 6 44 0" stroke="var(--drawing-sky)" strokeWidth="2.5" />
      <path
        d="M50 72h24q4 0 4 4v2c0 8-5 13-12 13S52 86 51 78ZM110 72H86q-4 0-4 4v2c0 8 5 13 12 13s14-5 15-13Z"
        fill="var(--drawing-ink)"
      />
      <path d="M47 73h66" stroke="var(--drawing-ink)" strokeWidth="4" />
      <path d="m58 84 8-8M90 84l8-8" stroke="var(--drawing-paper)" strokeWidth="2.5" opacity="0.5" />
    </Drawing>
  );
}

export function BadBlurry() {
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

/** The same person in daylight, in lamplight and at night. */
export function MoreLights() {
  return (
    <Drawing photo>
      <path d="M0 0h54v160H0Z" fill="var(--drawing-sky)" />
      <path d="M54 0h53v160H54Z" fill="var(--drawing-wash)" />
      <path d="M107 0h53v160h-53Z" fill="var(--drawing-cloth)" />
      <circle cx="24" cy="28" r="11" fill="var(--drawing-gold)" />
      <path d="M138 16a13 13 0 1 0 9 22 13 13 0 0 1-9-22Z" fill="var(--drawing-paper)" />
      <g transform="translate(0 6)">
        <Portrait skin="tan" cut="short" cloth="var(--drawing-paper)" />
      </g>
      <path d="M54 0h53v160H54Z" fill="var(--drawing-gold)" opacity="0.2" />
      <path d="M107 0h53v160h-53Z" fill="var(--drawing-ink)" opacity="0.5" />
      <path d="M54 0v160M107 0v160" stroke="var(--drawing-paper)" strokeWidth="4" />
    </Drawing>
  );
}

const views = [
  { turn: -1, place: 'translate(9 20) rotate(-9 32 45)', ground: 'var(--drawing-leaf)' },
  { turn: 1, place: 'translate(87 20) rotate(9 32 45)', ground: 'var(--drawing-accent)' },
  { turn: 0, place: 'translate(46 52) scale(1.06)', ground: 'var(--drawing-sky)' },
];

/** The same person facing left, right and forward. */
export function MoreViews() {
  return (
    <Drawing photo>
      <path d="M0 0h160v160H0Z" fill="var(--drawing-wash)" />
      {views.map(({ turn, place, ground }) => (
        <g key={turn} transform={place}>
          <path d="M0 0h64v88H0Z" stroke="var(--drawing-paper)" strokeWidth="7" fill={ground} />
          <svg aria-hidden="true" width="64" height="88" viewBox="32 6 96 132">
            <Portrait skin="deep" cut="bun" turn={turn} cloth="var(--drawing-gold)" />
          </svg>
        </g>
      ))}
    </Drawing>
  );
}

const faces = [
  { look: 'smile', x: 0, y: 0, ground: 'var(--drawing-sky)' },
  { look: 'laugh', x: 80, y: 0, ground: 'var(--drawing-gold)' },
  { look: 'calm', x: 0, y: 80, ground: 'var(--drawing-wash)' },
  { look: 'wonder', x: 80, y: 80, ground: 'var(--drawing-leaf)' },
] as const;

export function MoreExpressions() {
  return (
    <Drawing photo>
      {faces.map(({ look, x, y, ground }) => (
        <svg key={look} aria-hidden="true" x={x} y={y} width="80" height="80" viewBox="28 24 104 104">
          <path d="M28 24h104v104H28Z" fill={ground} />
          <Portrait skin="light" cut="bun" hair="var(--drawing-hair-grey)" look={look} />
        </svg>
      ))}
      <path d="M80 0v160M0 80h160" stroke="var(--drawing-paper)" strokeWidth="4" />
    </Drawing>
  );
}
