import { LegalText } from '../../components/legal-text.tsx';
import type { Language } from '../../i18n/i18n.ts';
import { useText } from '../../i18n/use-text.ts';

const documents = {
  en: () => import('./privacy.en.ts'),
  zh: () => import('./privacy.zh.ts'),
};

/** How photos, pictures and everything else of a person are handled. */
export default function Privacy() {
  const { text } = useText();
  return <LegalText title={text('privacy.title')} load={(language: Language) => documents[language]()} />;
}
