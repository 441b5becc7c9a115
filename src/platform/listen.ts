/** Listens until the signal is aborted; engines before 2022 have no `signal` option. */
export function listen(target: EventTarget, name: string, listener: () => void, signal: AbortSignal): void {
  target.addEventListener(name, listener);
  signal.addEventListener('abort', () => target.removeEventListener(name, listener));
}
