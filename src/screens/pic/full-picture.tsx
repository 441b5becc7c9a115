import { useText } from '../../i18n/use-text.ts';
import { FullView, type FullViewProps } from '../../ui/layer/full-view.tsx';

export function FullPicture(props: Omit<FullViewProps, 'words'>) {
  const { text } = useText();
  const words = {
    title: text('pic.full'),
    close: text('close'),
    zoom: text('pic.zoom'),
    loading: text('loading'),
    failed: text('pic.not-loaded'),
  };
  return <FullView {...props} words={words} />;
}
