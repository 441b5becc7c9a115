/** Adds an event listener until the signal aborts. Browsers before 2022 lack the `signal` option for that. */
export function listen(target: EventTarget, name: string, listener: () => void, signal: AbortSignal): void {
  target.addEventListener(name, listener);
  signal.addEventListener('abort', () => target.removeEventListener(name, listener));
}
