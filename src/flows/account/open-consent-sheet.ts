import { loadExtraWords } from '../../i18n/extra-words.ts';
import type { LegalFacts } from '../../i18n/legal-facts.ts';
import { paths } from '../../paths.ts';
import { go, layersClosed } from '../../platform/navigation.ts';
import { ask } from '../../state/overlay.ts';

/** Opens the sheet, again after the user has read the privacy policy and returned. Null if the user refuses. */
export async function openConsentSheet(facts: LegalFacts): Promise<'agree' | null> {
  await loadExtraWords();
  for (;;) {
    const choice = await ask<'agree' | 'read'>({
      title: 'consent.title',
      text: 'consent.sensitive',
      consent: facts,
      choices: [],
    });
    if (choice !== 'read') return choice;
    await layersClosed();
    const asked = location.href;
    go(paths.privacy);
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
