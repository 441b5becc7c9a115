import { LegalText } from '../components/legal-text.tsx';
import { useText } from '../i18n/use-text.ts';

export default function Term() {
  const { text } = useText();
  return <LegalText title={text('term.title')} load={code => import(`../i18n/${code}.term.json`)} />;
}
