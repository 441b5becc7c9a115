import { useEffect, useState } from 'react';
import { LanguageSwitch } from '../components/language-switch.tsx';
import SignInLegal from '../components/sign-in-legal.tsx';
import { abandonSignIn, legalOfSignIn, signIn, signInFailure, signInOnce } from '../flows/account/sign-in.ts';
import { useText } from '../i18n/use-text.ts';
import { goBack } from '../platform/navigation.ts';
import { takeNewerToken } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Avatar } from '../ui/drawings/avatar.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** Offers to restart a sign-in that takes longer than this, ms. */
const slowAfter = 10_000;

const explanations = {
  slow: 'sign-in.slow',
  failed: 'sign-in.needed',
  refused: 'sign-in.refused',
} as const;

type Status = 'running' | keyof typeof explanations;

/** Shown instead of a screen that requires signing in. Starts the sign-in, and offers a retry if it fails. */
export default function SignInGate() {
  const { text } = useText();
  const [ticked, setTicked] = useState(false);
  const legal = legalOfSignIn();
  const [status, setStatus] = useState<Status>(() => signInFailure() ?? 'running');

  useEffect(() => {
    window.addEventListener('storage', takeNewerToken);
    return () => window.removeEventListener('storage', takeNewerToken);
  }, []);

  useEffect(() => {
    if (status !== 'running') return;
    let isCurrent = true;
    const end = (next: Status) => isCurrent && setStatus(next);
    signInOnce().catch(() => end(signInFailure() ?? 'failed'));
    const timer = setTimeout(() => end('slow'), slowAfter);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [status]);

  function again() {
    abandonSignIn();
    // Errors are handled by the other callers of `signIn`, which share this attempt.
    signIn().catch(() => undefined);
    setStatus('running');
  }

  if (status === 'running') return <ScreenSkeleton />;
  return (
    <>
      <NavBar
        title={text('sign-in.title')}
        backLabel={text('back')}
        onBack={goBack}
        action={<LanguageSwitch />}
      />
      <Notice drawing={<Avatar />} text={text(explanations[status])} role="alert" />
      <div style={{ display: 'grid', gap: '16px', padding: '0 16px' }}>
        {legal && <SignInLegal ticked={legal.tick ? ticked : null} onTick={setTicked} />}
        <Button onClick={again} disabled={legal?.tick === true && !ticked}>
          {text(status === 'refused' ? 'retry' : 'sign-in.button')}
        </Button>
      </div>
    </>
  );
}
