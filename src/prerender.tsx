import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { ScreenFrame } from './app/screen-frame.tsx';
import { speak } from './i18n/i18n.ts';
import type { Language } from './i18n/languages.ts';

/** Home as a user without an account first sees it, rendered at build time. */
export async function renderHome(language: Language): Promise<string> {
  await speak(language);
  const home = markupOf(<App />);
  // A screen that breaks while it renders leaves only its skeleton behind.
  if (!home.includes('<h1')) throw new Error('Home could not be rendered');
  return home;
}

/** What any other screen looks like before its file has come. */
export function renderFrame(): string {
  return markupOf(<ScreenFrame />);
}

/** React puts hints for pictures before the markup; the pictures themselves are as early. */
function markupOf(element: React.JSX.Element): string {
  return renderToString(element).replace(/^(<link rel="preload"[^>]*>)+/, '');
}
