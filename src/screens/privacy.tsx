import type { Language } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import { LegalText } from './legal/legal-text.tsx';

const documents = {
  en: () => import('./legal/privacy.en.ts'),
  zh: () => import('./legal/privacy.zh.ts'),
};

/** How photos, pictures and everything else of a person are handled. */
export default function Privacy() {
  const { text } = useText();
  return <LegalText title={text('privacy.title')} load={(language: Language) => documents[language]()} />;
}
