import { LegalText } from '../../components/legal-text.tsx';
import type { Language } from '../../i18n/i18n.ts';
import { useText } from '../../i18n/use-text.ts';

const documents = {
  en: () => import('./term.en.ts'),
  zh: () => import('./term.zh.ts'),
};

/** What the person and the service agree on. */
export default function Term() {
  const { text } = useText();
  return <LegalText title={text('term.title')} load={(language: Language) => documents[language]()} />;
}
