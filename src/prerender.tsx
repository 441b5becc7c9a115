import { renderToString } from 'react-dom/server';
import styles from './app/app.module.css';
import { App } from './app/app.tsx';
import { ScreenSkeleton } from './app/screen-skeleton.tsx';
import { loadScreen, screens, useScreen } from './app/screens.ts';
import { TabBar } from './app/tab-bar.tsx';
import { speak } from './i18n/i18n.ts';
import type { Language } from './i18n/languages.ts';
import { paths } from './paths.ts';

/** Renders Home as a guest sees it first. */
export async function renderHome(language: Language): Promise<string> {
  await speak(language);
  return markupOf(<App />);
}

/** Renders the first step of make-pic before its data load. The caller must set `location` to its address first. */
export async function renderMakePic(language: Language): Promise<string> {
  await speak(language);
  const screen = screens.find(({ path }) => path === paths.makePic);
  if (!screen) throw new Error('There is no make-pic');
  const { open } = screen;
  await loadScreen(screen);
  // `open` says if the screen is open to guests. There is no user while prerendering, so open it.
  screen.open = true;
  const markup = markupOf(<App />);
  screen.open = open;
  return markup;
}

/** Renders a screen's frame without its content. The caller must set `location` to its address first. */
export async function renderFrame(language: Language): Promise<string> {
  await speak(language);
  return markupOf(<ScreenFrame />);
}

function markupOf(element: React.JSX.Element): string {
  // React writes preload hints before the markup. Remove them, because the pictures load just as early without them.
  const markup = renderToString(element).replace(/^(<link rel="preload"[^>]*>)+/, '');
  // If a screen throws, the markup lacks the screen's heading.
  if (!markup.includes('<h1')) throw new Error('The screen could not be rendered');
  return markup;
}

/** The app around a screen while the screen's file is not loaded. */
function ScreenFrame() {
  const { path, tabBar } = useScreen();
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <ScreenSkeleton />
      </main>
      {tabBar && <TabBar path={path} />}
    </div>
  );
}
