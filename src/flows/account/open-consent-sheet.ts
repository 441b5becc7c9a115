import { loadExtraWords } from '../../i18n/extra-words.ts';
import type { LegalFacts } from '../../i18n/legal-facts.ts';
import { paths } from '../../paths.ts';
import { go, layersClosed } from '../../platform/navigation.ts';
import { ask, type Question } from '../../state/overlay.ts';

/** Opens the consent sheet. Null if the user refuses. */
export async function openConsentSheet(facts: LegalFacts): Promise<'agree' | null> {
  await loadExtraWords();
  return askWithTexts<'agree'>({
    title: 'consent.title',
    text: 'consent.sensitive',
    consent: facts,
    choices: [],
  });
}

/** Asks a question that links to legal texts, again after the user has read one and returned. */
export async function askWithTexts<T extends string>(
  question: Question<T | 'privacy' | 'term'>,
): Promise<T | null> {
  for (;;) {
    const choice = await ask(question);
    if (choice !== 'privacy' && choice !== 'term') return choice as T | null;
    await layersClosed();
    const asked = location.href;
    go(paths[choice as 'privacy' | 'term']);
    await left(location.pathname);
    if (location.href !== asked) return null;
  }
}

/** Resolves when the user has left a screen for another one. */
function left(path: string): Promise<void> {
  return new Promise(resolve => {
    const events = ['popstate', 'pushState', 'replaceState'];
    const check = () => {
      if (location.pathname === path) return;
      for (const event of events) window.removeEventListener(event, check);
      resolve();
    };
    for (const event of events) window.addEventListener(event, check);
  });
}
