import { createRoot, hydrateRoot } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { App } from './app.tsx';

/** Draws the app; where the build has drawn Home already, it only comes to life. */
export function showApp(container: HTMLElement): void {
  if ('prerendered' in container.dataset && isAsDrawn()) {
    hydrateRoot(container, <App />);
    return;
  }
  container.replaceChildren();
  createRoot(container).render(<App />);
}

/** Whether the first picture of the app is the one that was drawn at build time: no sign-in under way, not offline. */
function isAsDrawn(): boolean {
  const { veil, question, toasts } = overlay;
  return veil === null && question === null && toasts.length === 0 && navigator.onLine;
}
