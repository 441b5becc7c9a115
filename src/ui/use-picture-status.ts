import { useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/**
 * Returns a picture's loading status, and event handlers for its `img`. Retries a failed picture when back online,
 * which works only if the `img` is unmounted while the status is 'failed'.
 */
export function usePictureStatus() {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useReturnOnline(() => {
    if (status !== 'failed') return true;
    setStatus('loading');
    // Not known yet whether this attempt succeeds, so ask for further attempts.
    return false;
  });
  return { status, events: { onLoad: () => setStatus('ready'), onError: () => setStatus('failed') } };
}
