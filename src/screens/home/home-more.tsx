import { useEffect } from 'react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useSeen } from '../../ui/list/use-seen.ts';
import styles from './home-more.module.css';

const HomeStrips = lazyPart(() => withExtraWords(import('./home-strips.tsx')));

/** What Home shows besides: the switch of the language, and below the button what is not downloaded before somebody gets there. */
export default function HomeMore() {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  // The language of the link has been chosen: a reload keeps a later choice.
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

/** Takes a parameter out of the address, which has done what it was for. */
function leaveQuery(name: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
