/** Calls `listener` at each event of that name until the signal is aborted; engines before 2022 take no signal themselves. */
export function listen(target: EventTarget, name: string, listener: () => void, signal: AbortSignal): void {
  target.addEventListener(name, listener);
  signal.addEventListener('abort', () => target.removeEventListener(name, listener));
}
