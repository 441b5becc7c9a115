import { useSyncExternalStore } from 'react';

export const useOnline = (): boolean => useSyncExternalStore(onChange, isOnline, isOnline);

const isOnline = (): boolean => navigator.onLine;

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
