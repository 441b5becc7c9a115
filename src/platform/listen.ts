/** Listens until the signal is aborted, also in browsers from before 2022, which lack the option `signal`. */
export function listen(target: EventTarget, name: string, listener: () => void, signal: AbortSignal): void {
  target.addEventListener(name, listener);
  signal.addEventListener('abort', () => target.removeEventListener(name, listener));
}
