import { LegalText } from '../components/legal-text.tsx';
import { useText } from '../i18n/use-text.ts';

export default function Privacy() {
  const { text } = useText();
  return <LegalText title={text('privacy.title')} load={code => import(`../i18n/${code}.privacy.json`)} />;
}
