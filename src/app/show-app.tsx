import { createRoot, hydrateRoot } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { App } from './app.tsx';

/** Renders the app; where the build has rendered Home already, it is hydrated. */
export function showApp(container: HTMLElement): void {
  if ('prerendered' in container.dataset && matchesPrerendered()) {
    hydrateRoot(container, <App />);
    return;
  }
  container.replaceChildren();
  createRoot(container).render(<App />);
}

/** Whether the app looks at first as it was rendered at build time: no sign-in under way, not offline. */
function matchesPrerendered(): boolean {
  const { loading, question, toasts } = overlay;
  return loading === null && question === null && toasts.length === 0 && navigator.onLine;
}
