import { type CSSProperties, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Job } from '../../api/jobs.ts';
import { tryOns } from '../../state/try-ons.ts';
import { Creating } from '../../ui/drawings/creating.tsx';
import styles from './coming.module.css';

/**
 * What comes: the user in the chosen template where a preview is at hand, else the template; it sharpens as the work goes on.
 * Each finished picture takes its place as soon as it is loaded.
 */
export function Coming({ job, percent }: { job: Job; percent: number }) {
  const { pictures } = useSnapshot(tryOns);
  const [isBroken, setBroken] = useState(false);
  const preview = job.templateId === null ? undefined : pictures[job.templateId];
  const src = preview ?? job.coverUrl;
  const hasPicture = src && !isBroken;
  if (!hasPicture && job.pics.length === 0) return <Creating />;
  return (
    <span className={styles.frame} style={{ '--rest': 1 - percent / 100 } as CSSProperties}>
      {hasPicture && <img className={styles.coming} src={src} alt="" onError={() => setBroken(true)} />}
      {job.pics.map(({ id, listUrl }) => (
        <img
          key={id ?? listUrl}
          className={styles.finished}
          src={listUrl}
          alt=""
          onLoad={({ currentTarget }) => {
            currentTarget.dataset.here = '';
          }}
        />
      ))}
    </span>
  );
}
