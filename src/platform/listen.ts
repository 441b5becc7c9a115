/**
 * Adds an event listener until the signal aborts. Also works in browsers before 2022, which lack the `signal` option.
 */
export function listen(target: EventTarget, name: string, listener: () => void, signal: AbortSignal): void {
  target.addEventListener(name, listener);
  signal.addEventListener('abort', () => target.removeEventListener(name, listener));
}
