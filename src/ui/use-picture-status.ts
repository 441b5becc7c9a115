import { useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/** Returns a picture's status and its `img` props. The `img` must unmount on 'failed', to be retried when online. */
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
