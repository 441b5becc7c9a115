import { useEffect } from 'react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useSeen } from '../../ui/list/use-seen.ts';
import styles from './home-more.module.css';

const HomeStrips = lazyPart(() => withExtraWords(import('./home-strips.tsx')));

/** Shows the language switch, and the content below Home's button, which loads when the user scrolls to it. */
export default function HomeMore() {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  // Remove the language from the address, so that a reload does not override a language chosen later.
  useEffect(() => leaveQuery('lang'), []);
  return (
    <>
      <div className={styles.languages}>
        <LanguageSwitch />
      </div>
      <div ref={place}>{isSeen ? <HomeStrips /> : <div className={styles.space} />}</div>
    </>
  );
}

function leaveQuery(name: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
