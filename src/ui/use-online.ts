import { useSyncExternalStore } from 'react';

export function useOnline(): boolean {
  return useSyncExternalStore(onChange, isOnline, isOnline);
}

function isOnline(): boolean {
  return navigator.onLine;
}

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
