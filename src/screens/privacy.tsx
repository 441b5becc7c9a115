import { LegalText } from '../components/legal-text.tsx';
import { useText } from '../i18n/use-text.ts';

/** How photos, pictures and everything else of a user are handled. */
export default function Privacy() {
  const { text } = useText();
  return <LegalText title={text('privacy.title')} load={code => import(`../i18n/${code}.privacy.ts`)} />;
}
