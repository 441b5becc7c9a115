import { useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/**
 * A picture's loading status, and event handlers for its element. Retries a failure when back online, for which the
 * element must be unmounted while the status is 'failed'.
 */
export function usePictureStatus() {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useReturnOnline(() => {
    if (status !== 'failed') return true;
    setStatus('loading');
    // The next attempt shows if it loads.
    return false;
  });
  return { status, events: { onLoad: () => setStatus('ready'), onError: () => setStatus('failed') } };
}
