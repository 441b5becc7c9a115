import { screen } from '@testing-library/dom';
import { vi } from 'vitest';
import { closePage, endWithPage, saveUntilEnd } from './page-roots.ts';

/** Opens the app at an address relative to /tyy with new modules, like a page load. */
export async function renderAt(path: string): Promise<typeof screen> {
  await closePage();
  vi.resetModules();
  history.replaceState(null, '', `/tyy${path}`);
  document.body.innerHTML = '<div id="app"></div>';
  const [{ createRoot }, { App }, { start }, { bridge }] = await Promise.all([
    import('react-dom/client'),
    import('../../src/app/app.tsx'),
    import('../../src/flows/app/start.ts'),
    import('../../src/platform/bridge/bridge.ts'),
  ]);
  saveUntilEnd(bridge);
  await start();
  endWithPage(createRoot(document.getElementById('app') as HTMLElement)).render(<App />);
  return screen;
}
