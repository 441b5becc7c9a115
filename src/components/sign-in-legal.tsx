import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { linkTo } from '../platform/navigation.ts';
import { Link } from '../ui/link.tsx';
import styles from './sign-in-legal.module.css';

/** The legal texts that users accept when they sign in. */
export type LegalText = 'term' | 'privacy';

interface SignInLegalProps {
  /** Null if this language has no box to tick. */
  ticked: boolean | null;
  onTick: (ticked: boolean) => void;
  /** Opens a legal text. Default: as a link does. */
  onRead?: (text: LegalText) => void;
}

/** A sentence that names both legal texts, with links. */
export default function SignInLegal({ ticked, onTick, onRead }: SignInLegalProps) {
  const { text } = useText();
  const [before, between, after] = text('sign-in.legal', { terms: '|', privacy: '|' }).split('|');
  const linkToText = (name: LegalText): ReactNode => {
    const link = linkTo(paths[name]);
    return (
      <Link {...link} {...(onRead && { onOpen: () => onRead(name) })}>
        {text(`${name}.title`)}
      </Link>
    );
  };
  const sentence = (
    <span>
      {before}
      {linkToText('term')}
      {between}
      {linkToText('privacy')}
      {after}
    </span>
  );
  if (ticked === null) return <p className={styles.legal}>{sentence}</p>;
  return (
    <label className={`${styles.legal} ${styles.tick}`}>
      <input type="checkbox" checked={ticked} onChange={event => onTick(event.currentTarget.checked)} />
      {sentence}
    </label>
  );
}
