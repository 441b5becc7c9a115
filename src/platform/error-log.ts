/** The last things that went wrong in this page, oldest first, for the user to hand to support. */
export const errorLog: { time: number; place: string; error: unknown }[] = [];

/** Notes that something went wrong; the oldest of ten notes makes room. */
export function noteError(place: string, error: unknown): void {
  errorLog.push({ time: Date.now(), place, error });
  if (errorLog.length > 10) errorLog.shift();
}

/** Notes from now on what nothing else catches. */
export function watchErrors(): void {
  addEventListener('error', event => noteError('page', event.error ?? event.message));
  addEventListener('unhandledrejection', event => noteError('promise', event.reason));
}
