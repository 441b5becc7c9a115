import { useEffect, useRef } from 'react';
import type { Job } from '../../api/jobs.ts';
import type { PublicPic } from '../../api/public-pics.ts';
import { sendLink } from '../../flows/share-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './public-card.module.css';

interface PublicCardProps {
  page: PublicPic;
  /** Of the job: the title is the template's. */
  job: Pick<Job, 'title' | 'templateId'>;
  isBusy: boolean;
  /** It has just been made, where the screen's own bar may cover it. */
  isNew: boolean;
  onEnd: () => void;
  /** The host's own menu shares the link. */
  onMenu: () => void;
}

/** Says that a picture is public for as long as it is, or hidden after reports, copies its link, and takes it back. */
export function PublicCard({ page, job, isBusy, isNew, onEnd, onMenu }: PublicCardProps) {
  const { text } = useText();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  return (
    <section ref={card} className={styles.card}>
      <p className={styles.words} role="status">
        <Icon name="info" size={20} />
        {text(page.isHidden ? 'share-card.hidden' : 'share-card.public')}
      </p>
      <div className={styles.choices}>
        {!page.isHidden && (
          <Button
            kind="secondary"
            onClick={async () => {
              if ((await sendLink(page, job)) === 'menu') onMenu();
            }}
          >
            {text('share-card.share')}
          </Button>
        )}
        <Button kind="quiet" busy={isBusy} onClick={onEnd}>
          {text('share-card.take-back')}
        </Button>
      </div>
    </section>
  );
}
