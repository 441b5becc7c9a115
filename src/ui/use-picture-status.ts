import { useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/**
 * The loading status of a picture, and event handlers for its element. Retries after a failure when back online. For
 * this, the element must be unmounted while the status is 'failed'.
 */
export function usePictureStatus() {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useReturnOnline(() => {
    if (status !== 'failed') return true;
    setStatus('loading');
    // The result of this attempt is not known yet, so allow further attempts.
    return false;
  });
  return { status, events: { onLoad: () => setStatus('ready'), onError: () => setStatus('failed') } };
}
