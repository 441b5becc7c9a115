import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { App } from './app.tsx';

/** Renders the app and returns its root; where the build has rendered Home already, it is hydrated. */
export function showApp(container: HTMLElement): Root {
  if ('prerendered' in container.dataset && matchesPrerendered()) return hydrateRoot(container, <App />);
  container.replaceChildren();
  const root = createRoot(container);
  root.render(<App />);
  return root;
}

/** Whether the app looks at first as it was rendered at build time: no sign-in under way, not offline. */
function matchesPrerendered(): boolean {
  const { loading, question, toasts } = overlay;
  return loading === null && question === null && toasts.length === 0 && navigator.onLine;
}
