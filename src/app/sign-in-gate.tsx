import { useEffect, useState } from 'react';
import { signIn } from '../flows/sign-in.ts';
import { useText } from '../i18n/use-text.ts';
import { goBack } from '../platform/navigation.ts';
import { Button } from '../ui/button.tsx';
import { Avatar } from '../ui/drawings/avatar.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** Stands in for a screen that needs a user: it signs in at once, and asks when that did not work. */
export function SignInGate() {
  const { text } = useText();
  const [failed, setFailed] = useState(false);

  function attempt() {
    setFailed(false);
    signIn().catch(() => setFailed(true));
  }
  useEffect(attempt, []);

  if (!failed) return <ScreenSkeleton />;
  return (
    <>
      <NavBar title={text('sign-in.title')} backLabel={text('back')} onBack={goBack} />
      <Notice drawing={<Avatar />} text={text('sign-in.needed')} role="alert" />
      <div style={{ padding: '0 16px' }}>
        <Button onClick={attempt}>{text('sign-in.button')}</Button>
      </div>
    </>
  );
}
