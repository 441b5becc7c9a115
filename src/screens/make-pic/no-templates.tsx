import { useText } from '../../i18n/use-text.ts';
import { NoTemplates as Drawing } from '../../ui/drawings/no-templates.tsx';
import { Notice } from '../../ui/notice.tsx';

export function NoTemplates() {
  const { text } = useText();
  return <Notice drawing={<Drawing />} text={text('make-pic.no-templates')} />;
}
