import { navigate, usePathname } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';
import { randomText } from './random-text.ts';

/** Number of earlier addresses saved with a history entry. */
const trailLength = 10;

/** The address below the base path. */
export const usePath = (): string => usePathname().slice(basePath.length) || paths.home;

/** Props of a link to a screen; `path` below the base path. */
export const linkTo = (path: string) => ({ href: basePath + path, onOpen: () => go(path) });

/** Opens a screen; `path` below the base path. */
export function go(path: string, { replace = false } = {}): void {
  if (stepping) {
    stepping.then(() => go(path, { replace }));
    return;
  }
  const onGuard = history.state?.guard === true;
  if (replace) {
    const open = () => navigate(basePath + path, { replace, state: history.state });
    if (onGuard) stepBack(open);
    else open();
    return;
  }
  // A pushed entry always has one of ours before it, so `goBack` may step back from it.
  const trailToHere = [...trail(), here()].slice(-trailLength);
  // Tells the entry from others with the same address.
  const state = { inside: true, id: randomText(8), trail: trailToHere };
  // The next screen replaces the guard entry of the layer just closed.
  navigate(basePath + path, { replace: onGuard, state });
}

/** Goes back to the nearest earlier entry with this address; without one, opens it in place of this screen. */
export function returnTo(path: string): void {
  const place = trail().lastIndexOf(path);
  if (place < 0) go(path, { replace: true });
  else history.go(place - trail().length);
}

/** Addresses opened before this one, oldest first. */
function trail(): string[] {
  // May be from an earlier release, or from another app on this origin.
  const trail: unknown = history.state?.trail;
  return Array.isArray(trail) ? trail : [];
}

function here(): string {
  return location.pathname.slice(basePath.length) + location.search;
}

/** Goes back inside the app; Home if the app was opened on this screen. */
export function goBack(): void {
  if (history.state?.inside) history.back();
  else go(paths.home, { replace: true });
}

/** Functions that close the layers above the screen; the topmost is last. */
const layers: (() => void)[] = [];
/** The running step back from a guard that is no longer needed. */
let stepping: Promise<void> | null = null;
let isListening = false;

/**
 * Registers a layer above the screen: the back key calls `close` and stays on the screen, because it only leaves an
 * additional history entry, the guard. Returns a function to call when the layer closes otherwise.
 */
export function openLayer(close: () => void): () => void {
  if (!isListening) window.addEventListener('popstate', closeTopLayer);
  isListening = true;
  layers.push(close);
  if (!stepping) addGuard();
  return () => {
    const place = layers.indexOf(close);
    if (place < 0) return;
    layers.splice(place, 1);
    // Later: another screen or layer may follow and reuse the guard.
    setTimeout(leaveGuard);
  };
}

/** Leaves a guard that a reload left behind, if no layer is open. */
export function leaveGuard(): void {
  if (layers.length === 0 && !stepping && history.state?.guard === true) stepBack();
}

/** Leaves the guard; `open` then opens a screen before open layers get a new guard. */
function stepBack(open?: () => void): void {
  stepping = new Promise<void>(resolve => {
    const end = () => {
      window.removeEventListener('popstate', end);
      clearTimeout(timer);
      stepping = null;
      open?.();
      if (layers.length > 0) addGuard();
      resolve();
    };
    // If the browser does not step back, screens must still open.
    const timer = setTimeout(end, 500);
    window.addEventListener('popstate', end);
  });
  history.back();
}

/** Resolves when all layers are closed and the guard is left, or after a second: then the page may be left. */
export async function layersClosed(): Promise<void> {
  for (let tries = 0; tries < 50 && (layers.length > 0 || stepping || history.state?.guard); tries++)
    await new Promise(resolve => setTimeout(resolve, 20));
}

function addGuard(): void {
  if (history.state?.guard !== true) history.pushState({ ...history.state, guard: true }, '');
}

function closeTopLayer(): void {
  if (stepping) return;
  layers.pop()?.();
  if (layers.length > 0) addGuard();
}
