/** The page's last ten errors, oldest first, for support and for reports to the server. */
export const errorLog: { time: number; place: string; error: unknown }[] = [];

export function noteError(place: string, error: unknown): void {
  errorLog.push({ time: Date.now(), place, error });
  if (errorLog.length > 10) errorLog.shift();
}

export function watchErrors(): void {
  addEventListener('error', event => noteError('page', event.error ?? event.message));
  addEventListener('unhandledrejection', event => noteError('promise', event.reason));
}
