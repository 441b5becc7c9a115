import { navigate, usePathname } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';
import { randomText } from './random-text.ts';

/** Number of earlier addresses that each history entry stores. */
const trailLength = 10;

/** The current path, relative to the base path. */
export const usePath = (): string => usePathname().slice(basePath.length) || paths.home;

/** Props for a link to a screen. `path` is relative to the base path. */
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
  // The pushed entry follows another entry of the app, so `goBack` can use `history.back`.
  const trailToHere = [...trail(), here()].slice(-trailLength);
  // The id distinguishes entries with the same address.
  const state = { inside: true, id: randomText(8), trail: trailToHere };
  // If a layer has just closed, the new screen replaces its guard entry.
  navigate(basePath + path, { replace: onGuard, state });
}

/** Goes back to the most recent entry with this address. If there is none, replaces the current screen with it. */
export function returnTo(path: string): void {
  const place = trail().lastIndexOf(path);
  if (place < 0) go(path, { replace: true });
  else history.go(place - trail().length);
}

/** The addresses that were opened before the current one, oldest first. */
function trail(): string[] {
  // The state may come from an earlier release, or from another app on this origin.
  const trail: unknown = history.state?.trail;
  return Array.isArray(trail) ? trail : [];
}

const here = (): string => location.pathname.slice(basePath.length) + location.search;

/** Goes back within the app. If the app was opened on this screen, opens Home. */
export function goBack(): void {
  if (history.state?.inside) history.back();
  else go(paths.home, { replace: true });
}

/** Close functions of the layers above the screen, topmost last. */
const layers: (() => void)[] = [];
/** Pending while the history goes back from a guard entry that is no longer needed. */
let stepping: Promise<void> | null = null;
let isListening = false;

/**
 * Registers a layer (sheet or dialog) above the screen, and pushes an extra history entry, the guard. The back button
 * then leaves only the guard, which calls `close`. Returns a function to call if the layer closes in another way.
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
    // Deferred, because another screen or layer may open at once and reuse the guard.
    setTimeout(leaveGuard);
  };
}

/** Leaves a guard entry that is still there after a reload, if no layer is open. */
export function leaveGuard(): void {
  if (layers.length === 0 && !stepping && history.state?.guard === true) stepBack();
}

/** Goes back from the guard. Then calls `open` to open a screen, and adds a new guard if layers are still open. */
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
    // If the browser does not go back, the screen must still open.
    const timer = setTimeout(end, 500);
    window.addEventListener('popstate', end);
  });
  history.back();
}

/**
 * Resolves when all layers are closed and `openLayer`'s history entry is left, or after a second. Then it is safe to
 * leave the page.
 */
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
