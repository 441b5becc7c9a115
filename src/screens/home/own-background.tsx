import { type ReactNode, useState } from 'react';
import { getJobs } from '../../api/jobs.ts';
import { lastJobs, lastKnown, savedJobs } from '../../flows/lists/known-lists.ts';
import { ownPicsOf } from '../../flows/pics/own-pics.ts';
import { useText } from '../../i18n/use-text.ts';
import { linkTo } from '../../platform/navigation.ts';
import { Link } from '../../ui/link.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './home-more.module.css';

/** Shows the user's latest picture in place of Home's background; shows the children if there is none. */
export default function OwnBackground({ children }: { children: ReactNode }) {
  const { text, language } = useText();
  const [failed, setFailed] = useState('');
  // Saved addresses may have expired. If so, loads the list again. Home alone asks nobody to sign in.
  const [jobs] = useLoad(
    async () =>
      (failed ? null : await lastJobs()) ?? (await lastKnown(savedJobs, () => getJobs(1, { signIn: false }))),
    `${language} ${failed}`,
  );
  const [latest] = ownPicsOf(jobs.data ?? []);
  if (!latest?.picUrl || latest.picUrl === failed) return jobs.status !== 'loading' && <>{children}</>;
  return (
    <Link {...linkTo(latest.path)} className={styles.own}>
      <img src={latest.picUrl} alt={text('home.latest')} onError={() => setFailed(latest.picUrl)} />
    </Link>
  );
}
