import { screen } from '@testing-library/dom';
import type { Root } from 'react-dom/client';
import { vi } from 'vitest';

let root: Root | null = null;

/** Opens the app at an address below /tyy, as a fresh page load does: nothing is left of the page before it. */
export async function renderAt(path: string): Promise<typeof screen> {
  closePage();
  vi.resetModules();
  history.replaceState(null, '', `/tyy${path}`);
  document.body.innerHTML = '<div id="app"></div>';
  const [{ createRoot }, { App }, { start }] = await Promise.all([
    import('react-dom/client'),
    import('../../src/app/app.tsx'),
    import('../../src/flows/start.ts'),
  ]);
  await start();
  root = createRoot(document.getElementById('app') as HTMLElement);
  root.render(<App />);
  return screen;
}

/** Takes the page away. */
export function closePage(): void {
  root?.unmount();
  root = null;
}
