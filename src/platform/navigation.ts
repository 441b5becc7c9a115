import { navigate, usePathname } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';
import { randomText } from './random-text.ts';

/** Number of earlier addresses that are saved with each history entry. */
const trailLength = 10;

/** The current address, relative to the base path. */
export const usePath = (): string => usePathname().slice(basePath.length) || paths.home;

/** Props of a link to a screen. `path` is relative to the base path. */
export const linkTo = (path: string) => ({ href: basePath + path, onOpen: () => go(path) });

/** Opens a screen. `path` is relative to the base path. */
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
  // An entry pushed here always follows another entry of the app, so `goBack` may go back from it.
  const trailToHere = [...trail(), here()].slice(-trailLength);
  // The id distinguishes this entry from others with the same address.
  const state = { inside: true, id: randomText(8), trail: trailToHere };
  // If a layer has just closed, the next screen replaces its guard entry.
  navigate(basePath + path, { replace: onGuard, state });
}

/** Goes back to the nearest earlier entry with this address. If there is none, opens it in place of this screen. */
export function returnTo(path: string): void {
  const place = trail().lastIndexOf(path);
  if (place < 0) go(path, { replace: true });
  else history.go(place - trail().length);
}

/** Addresses that were opened before this one, oldest first. */
function trail(): string[] {
  // The state may be from an earlier release, or from another app on this origin.
  const trail: unknown = history.state?.trail;
  return Array.isArray(trail) ? trail : [];
}

function here(): string {
  return location.pathname.slice(basePath.length) + location.search;
}

/** Goes back inside the app. If the app was opened on this screen, opens Home. */
export function goBack(): void {
  if (history.state?.inside) history.back();
  else go(paths.home, { replace: true });
}

/** Functions that close the layers above the screen; the last one closes the topmost layer. */
const layers: (() => void)[] = [];
/** Pending while the history steps back from a guard that is no longer needed. */
let stepping: Promise<void> | null = null;
let isListening = false;

/**
 * Registers a layer above the screen. The back key then calls `close` and stays on the screen, because it only leaves
 * an extra history entry, the guard. Returns a function to call if the layer closes in another way.
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
    // Delayed, because another screen or layer may follow at once and reuse the guard.
    setTimeout(leaveGuard);
  };
}

/** If no layer is open, leaves a guard that remains from before a reload. */
export function leaveGuard(): void {
  if (layers.length === 0 && !stepping && history.state?.guard === true) stepBack();
}

/** Leaves the guard. `open` then opens a screen, before layers that are open get a new guard. */
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
    // Screens must still open if the browser does not step back.
    const timer = setTimeout(end, 500);
    window.addEventListener('popstate', end);
  });
  history.back();
}

/** Resolves when all layers are closed and the guard is left, or after a second at most. The page may then be left. */
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
