import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { App } from './app.tsx';
import { loadScreen, type Screen, screens } from './screens.ts';

/**
 * Renders the app and returns its root; a screen that the page shows already is hydrated, as soon as its file has come:
 * `data-prerendered` names its path.
 */
export async function showApp(container: HTMLElement): Promise<Root> {
  const screen = screens.find(({ path }) => path === container.dataset.prerendered);
  if (screen && (await comes(screen)) && matchesPrerendered(screen)) return hydrateRoot(container, <App />);
  container.replaceChildren();
  const root = createRoot(container);
  root.render(<App />);
  return root;
}

/** Whether the file of a screen can be loaded. */
const comes = (screen: Screen): Promise<boolean> =>
  loadScreen(screen).then(
    () => true,
    () => false,
  );

/** Whether the app looks at first as it was rendered at build time: no sign-in under way, not offline. */
function matchesPrerendered({ open }: Screen): boolean {
  const { loading, question, toasts } = overlay;
  const isAllowed = open || session.token !== null;
  return isAllowed && loading === null && question === null && toasts.length === 0 && navigator.onLine;
}
