import type { Language } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import { LegalText } from './legal/legal-text.tsx';

const documents = {
  en: () => import('./legal/term.en.ts'),
  zh: () => import('./legal/term.zh.ts'),
};

/** What the person and the service agree on. */
export default function Term() {
  const { text } = useText();
  return <LegalText title={text('term.title')} load={(language: Language) => documents[language]()} />;
}
