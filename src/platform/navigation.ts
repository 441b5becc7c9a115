import { navigate } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';
import { randomText } from './random.ts';

/** How many earlier addresses an entry of the history remembers. */
const trailLength = 10;

/** Opens a screen by its address below the base path. */
export function go(path: string, { replace = false } = {}): void {
  // A pushed entry always has one of ours before it, so `goBack` may step back from it.
  const trailToHere = [...trail(), here()].slice(-trailLength);
  // The id tells the entry from others with the same address.
  const state = replace ? history.state : { inside: true, id: randomText(8), trail: trailToHere };
  navigate(basePath + path, { replace, state });
}

/** Goes back to the nearest earlier entry with this address; opens it in place of this one when there is none. */
export function returnTo(path: string): void {
  const place = trail().lastIndexOf(path);
  if (place < 0) go(path, { replace: true });
  else history.go(place - trail().length);
}

/** The addresses that were opened one after the other before this one, oldest first. */
function trail(): string[] {
  // The browser kept it since an earlier release of this app, or of another one on this origin.
  const trail: unknown = history.state?.trail;
  return Array.isArray(trail) ? trail : [];
}

function here(): string {
  return location.pathname.slice(basePath.length) + location.search;
}

/** One step back inside the app; Home when the app was opened on this screen. */
export function goBack(): void {
  if (history.state?.inside) history.back();
  else go(paths.home, { replace: true });
}

/** Calls `listener` after every change of the address, until the signal ends it. */
export function onScreenChange(listener: () => void, signal: AbortSignal): void {
  // wouter announces the first two itself: the browser tells nobody of them.
  for (const name of ['pushState', 'replaceState', 'popstate']) {
    window.addEventListener(name, listener, { signal });
  }
}
