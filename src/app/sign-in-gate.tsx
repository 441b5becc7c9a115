import { useEffect, useState } from 'react';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { abandonSignIn, signIn, signInFailure, signInOnce } from '../flows/account/sign-in.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { goBack, linkTo } from '../platform/navigation.ts';
import { takeNewerToken } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Avatar } from '../ui/drawings/avatar.tsx';
import { Link } from '../ui/link.tsx';
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
      <div style={{ padding: '0 16px' }}>
        <Button onClick={again}>{text(status === 'refused' ? 'retry' : 'sign-in.button')}</Button>
        <LegalNote />
      </div>
    </>
  );
}

/** Says what signing in means, with links to both legal texts. */
function LegalNote() {
  const { text } = useText();
  const [before, between, after] = text('sign-in.legal', { terms: '|', privacy: '|' }).split('|');
  return (
    <p style={{ marginTop: '16px', color: 'var(--ink-quiet)', textAlign: 'center' }}>
      {before}
      <Link {...linkTo(paths.term)}>{text('term.title')}</Link>
      {between}
      <Link {...linkTo(paths.privacy)}>{text('privacy.title')}</Link>
      {after}
    </p>
  );
}
