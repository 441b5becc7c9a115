import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { App } from './app.tsx';
import { loadScreen, type Screen, screens } from './screens.ts';

/** Renders the app. A prerendered screen, whose path is in `data-prerendered`, is hydrated once its file has loaded. */
export async function showApp(container: HTMLElement): Promise<Root> {
  const screen = screens.find(({ path }) => path === container.dataset.prerendered);
  if (screen && (await comes(screen)) && matchesPrerendered(screen)) return hydrateRoot(container, <App />);
  container.replaceChildren();
  const root = createRoot(container);
  root.render(<App />);
  return root;
}

/** Resolves with false if the screen's file fails to load. */
const comes = (screen: Screen): Promise<boolean> =>
  loadScreen(screen).then(
    () => true,
    () => false,
  );

/** True if the first render equals the prerendered page: no sign-in is needed, no overlay is open, and it is online. */
function matchesPrerendered({ open }: Screen): boolean {
  const { loading, question, toasts } = overlay;
  const isAllowed = open || session.token !== null;
  return isAllowed && loading === null && question === null && toasts.length === 0 && navigator.onLine;
}
