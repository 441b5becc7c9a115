import { useState } from 'react';
import { useReturnOnline } from './use-return-online.ts';

/**
 * How the loading of a picture goes, and what its element gets for that. One that did not come is loading again when the
 * network is back: its element is to leave the page while it has failed.
 */
export function usePictureStatus() {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  useReturnOnline(() => {
    if (status !== 'failed') return true;
    setStatus('loading');
    // Whether it comes is seen at the next try.
    return false;
  });
  return { status, events: { onLoad: () => setStatus('ready'), onError: () => setStatus('failed') } };
}
