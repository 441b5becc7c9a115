import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { go, goBack } from '../platform/navigation.ts';
import { BottomBar } from '../ui/bottom-bar.tsx';
import { Button } from '../ui/button.tsx';
import { NotFound as Drawing } from '../ui/drawings/not-found.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';

export default function NotFound() {
  const { text } = useText();
  return (
    <>
      <NavBar title={text('not-found.title')} backLabel={text('back')} onBack={goBack} />
      <Notice drawing={<Drawing />} text={text('not-found.text')} />
      <BottomBar>
        <Button onClick={() => go(paths.home, { replace: true })}>{text('home.go')}</Button>
      </BottomBar>
    </>
  );
}
