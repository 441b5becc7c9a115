import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { App } from './app.tsx';
import { loadScreen, type Screen, screens } from './screens.ts';

/** Renders the app. If `data-prerendered` contains the path of a prerendered screen, loads its code and hydrates it. */
export async function showApp(container: HTMLElement): Promise<Root> {
  const screen = screens.find(({ path }) => path === container.dataset.prerendered);
  if (screen && (await comes(screen)) && matchesPrerendered(screen)) return hydrateRoot(container, <App />);
  container.replaceChildren();
  const root = createRoot(container);
  root.render(<App />);
  return root;
}

/** Resolves with false if the screen's code fails to load. */
const comes = (screen: Screen): Promise<boolean> =>
  loadScreen(screen).then(
    () => true,
    () => false,
  );

/** True if the first render equals the prerendered page, which has no sign-in, no overlay and no offline notice. */
function matchesPrerendered({ open }: Screen): boolean {
  const { loading, question, toasts } = overlay;
  const isAllowed = open || session.token !== null;
  return isAllowed && loading === null && question === null && toasts.length === 0 && navigator.onLine;
}
