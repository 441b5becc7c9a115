import { useEffect, useRef, useState } from 'react';

/** How far the clock alone brings it, percent: only the work itself ends. */
const mostByClock = 96;

/**
 * Progress that moves by the clock between the steps that are reported, never back: `percent` is the last report, `seconds` the
 * count of how long the rest takes, which moves it on with each second. Null while nothing is reported.
 */
export function useSteadyProgress(percent: number | null, seconds: number | null): number | null {
  const [shown, setShown] = useState(percent ?? 0);
  const before = useRef(seconds);

  useEffect(() => {
    const isTick = seconds !== null && before.current !== null && seconds < before.current;
    before.current = seconds;
    const reported = percent ?? 0;
    setShown(last => {
      const known = Math.max(last, reported);
      return isTick ? nextProgress(known, seconds) : known;
    });
  }, [percent, seconds]);

  return percent === null ? null : Math.max(percent, Math.floor(shown));
}

/** What is shown a second later, where the rest then takes so many seconds. */
export function nextProgress(shown: number, seconds: number): number {
  if (shown >= mostByClock) return shown;
  return shown + (mostByClock - shown) / Math.max(seconds, 2);
}
