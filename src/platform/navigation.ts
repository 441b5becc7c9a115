import { navigate } from 'wouter/use-browser-location';
import { basePath, paths } from '../paths.ts';

/** Opens a screen by its address below the base path. */
export function go(path: string, { replace = false } = {}): void {
  // A pushed entry always has one of ours before it, so `goBack` may step back from it.
  navigate(basePath + path, { replace, state: replace ? history.state : { inside: true } });
}

/** One step back inside the app; Home when the app was opened on this screen. */
export function goBack(): void {
  if (history.state?.inside) history.back();
  else go(paths.home, { replace: true });
}
