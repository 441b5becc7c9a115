import { useEffect, useRef, useState } from 'react';
import type { Limits } from '../../server/contract/limits.ts';
import { watchAd } from '../flows/money/watch-ad.ts';
import { useText } from '../i18n/use-text.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './ad-badge.module.css';

/** Coins that the badge promises. */
const reward = 15 satisfies Limits['adCoins'];
/** Time without a touch after which the entry closes again, ms. */
const closeAfter = 5000;
/** Time after which the user may stop waiting for an ad, ms. */
const slowAfter = 10_000;

/** The badge itself: the first tap opens it, the next one plays an ad, and it closes again by itself. */
export default function AdBadge() {
  const { text } = useText();
  const [status, setStatus] = useState<'closed' | 'open' | 'playing' | 'slow'>('closed');
  const [touches, setTouches] = useState(0);
  const lastAd = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch starts the time again.
  useEffect(() => {
    if (status !== 'open') return;
    const timer = setTimeout(() => setStatus('closed'), closeAfter);
    return () => clearTimeout(timer);
  }, [status, touches]);

  useEffect(() => {
    if (status !== 'playing') return;
    const timer = setTimeout(() => setStatus('slow'), slowAfter);
    return () => clearTimeout(timer);
  }, [status]);

  async function press() {
    // A reward that is earned after the user stopped waiting is still claimed.
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
    if (status === 'slow') return text('ad-entry.stop');
    return text(status === 'closed' ? 'ad-entry.closed' : 'ad-entry.open', { count: reward });
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
      onClick={press}
    >
      <Icon name={status === 'closed' ? 'coin' : 'play'} />
      <span key={status} className={styles.words}>
        {status === 'closed' ? `+${reward}` : label()}
      </span>
    </button>
  );
}
