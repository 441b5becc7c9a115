import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { ScreenFrame } from './app/screen-frame.tsx';
import { loadScreen, screens } from './app/screens.ts';
import { speak } from './i18n/i18n.ts';
import type { Language } from './i18n/languages.ts';
import { paths } from './paths.ts';

/** Home as a user without an account first sees it, rendered at build time. */
export async function renderHome(language: Language): Promise<string> {
  await speak(language);
  return markupOf(<App />);
}

/** The first step of make-pic as a user sees it before anything of it has come; its address must be the page's. */
export async function renderMakePic(language: Language): Promise<string> {
  await speak(language);
  const screen = screens.find(({ path }) => path === paths.makePic);
  if (!screen) throw new Error('There is no make-pic');
  const { open } = screen;
  await loadScreen(screen);
  // There is no user here.
  screen.open = true;
  const markup = markupOf(<App />);
  screen.open = open;
  return markup;
}

/** What any other screen looks like before its file has come; its address must be the page's. */
export async function renderFrame(language: Language): Promise<string> {
  await speak(language);
  return markupOf(<ScreenFrame />);
}

function markupOf(element: React.JSX.Element): string {
  // React puts hints for pictures before the markup; the pictures themselves are as early.
  const markup = renderToString(element).replace(/^(<link rel="preload"[^>]*>)+/, '');
  // A screen that breaks while it renders leaves only its skeleton behind.
  if (!markup.includes('<h1')) throw new Error('The screen could not be rendered');
  return markup;
}
