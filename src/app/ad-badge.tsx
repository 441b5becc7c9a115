import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Limits } from '../../server/contract/limits.ts';
import { watchAd } from '../flows/money/watch-ad.ts';
import { useText } from '../i18n/use-text.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './ad-badge.module.css';

const reward = 15 satisfies Limits['adCoins'];
/** The open badge closes after this many milliseconds without a touch or the focus of a keyboard. */
const closeAfter = 5000;
/** If an ad runs longer than this (ms), the user may stop waiting for it. */
const slowAfter = 10_000;

/** The first tap opens the badge, the second plays an ad. */
export default function AdBadge() {
  const { text } = useText();
  const [status, setStatus] = useState<'closed' | 'open' | 'playing' | 'slow'>('closed');
  const [touches, setTouches] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const lastAd = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch restarts the timer.
  useEffect(() => {
    if (status !== 'open' || isHeld) return;
    const timer = setTimeout(() => setStatus('closed'), closeAfter);
    return () => clearTimeout(timer);
  }, [status, touches, isHeld]);

  useEffect(() => {
    if (status !== 'playing') return;
    const timer = setTimeout(() => setStatus('slow'), slowAfter);
    return () => clearTimeout(timer);
  }, [status]);

  async function press({ detail, currentTarget }: MouseEvent) {
    // A key or a screen reader pressed, because no pointer's clicks were counted. A tap gives the focus too.
    setHeld(detail === 0 && currentTarget === document.activeElement);
    // Only stops waiting: if the ad ends later, the user still gets its coins.
    if (status === 'slow') setStatus('closed');
    if (status === 'closed') setStatus('open');
    if (status === 'open') await play();
  }

  async function play() {
    setStatus('playing');
    const ad = ++lastAd.current;
    try {
      await watchAd();
    } finally {
      if (ad === lastAd.current) setStatus('closed');
    }
  }

  function label(): string {
    if (status === 'slow') return text('ad-badge.stop');
    return text(status === 'closed' ? 'ad-badge.closed' : 'ad-badge.open', { count: reward });
  }

  return (
    <button
      type="button"
      className={styles.entry}
      data-status={status}
      aria-expanded={status !== 'closed'}
      aria-busy={status === 'playing' || undefined}
      aria-label={label()}
      onPointerDown={() => setTouches(touches + 1)}
      onBlur={() => setHeld(false)}
      onClick={press}
    >
      <Icon name={status === 'closed' ? 'coin' : 'play'} />
      <span key={status} className={styles.words}>
        {status === 'closed' ? `+${reward}` : label()}
      </span>
    </button>
  );
}
