import { navigate, usePathname } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';
import { randomText } from './random-text.ts';

/** How many earlier addresses an entry of the history remembers. */
const trailLength = 10;

/** The address below the base path; the component is rendered again when it changes. */
export const usePath = (): string => usePathname().slice(basePath.length) || paths.home;

/** What a link to a screen needs, by the screen's address below the base path. */
export const linkTo = (path: string) => ({ href: basePath + path, onOpen: () => go(path) });

/** Opens a screen by its address below the base path. */
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
  // The id tells the entry from others with the same address.
  const state = { inside: true, id: randomText(8), trail: trailToHere };
  // The next screen replaces the guard entry of the layer that was just closed.
  navigate(basePath + path, { replace: onGuard, state });
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

/** How to close what lies above the screen, the topmost last. */
const layers: (() => void)[] = [];
/** The step back from a guard that is no longer needed, while the browser makes it. */
let stepping: Promise<void> | null = null;
let isListening = false;

/**
 * Notes that something lies above the screen: the host's Back calls `close` and stays on the screen. Returns what to call
 * when it was closed otherwise. One more entry of the history, the guard, takes the step back.
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
    // Not at once: another screen or layer may follow, which takes the guard over.
    setTimeout(leaveGuard);
  };
}

/** Leaves the guard that a reload has left behind, when nothing lies above the screen any more. */
export function leaveGuard(): void {
  if (layers.length === 0 && !stepping && history.state?.guard === true) stepBack();
}

/** Leaves the guard; `open` opens a screen in place of the one below it, before what is still above gets a new guard. */
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
    // A browser that takes no step must not keep the app from opening screens.
    const timer = setTimeout(end, 500);
    window.addEventListener('popstate', end);
  });
  history.back();
}

/** Resolves once nothing lies above the screen any more and its guard is left, or after a second: the page may then be left. */
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
