import { useEffect, useRef } from 'react';
import type { Job, Pic } from '../../api/jobs.ts';
import { getPublicPics } from '../../api/public-pics.ts';
import { makePublic, takeBack } from '../../flows/make-public.ts';
import { homeCard, offerCard, publicCard } from '../../flows/offer-card.ts';
import { sendLink } from '../../flows/share-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './public-link.module.css';

interface PublicLinkProps {
  job: Job;
  pic: Pic & { id: string };
  /** How often the user has shared: a picture may be public since. */
  shares: number;
  /** Another tab or phone may have deleted the picture. */
  onChange: () => void;
  /** The host's own menu shares the link. */
  onMenu: () => void;
}

/** Makes a picture public at a link, says so for as long as it is, and takes it back; nothing where the API has no such pages. */
export function PublicLink({ job, pic, shares, onChange, onMenu }: PublicLinkProps) {
  const generateId = String(job.generateId);
  const { text } = useText();
  const [publicPics, reload] = useLoad(() => getPublicPics(generateId), `${generateId} ${shares}`);
  const card = useRef<HTMLElement>(null);
  const isNew = useRef(false);
  const shown = publicPics.data?.find(({ picId }) => picId === pic.id);
  // What is not public has no address: there the host's menu shares the app.
  useEffect(() => offerCard(shown ? publicCard(shown) : homeCard()), [shown]);
  useEffect(() => {
    if (!shown || !isNew.current) return;
    // It is taller than the button that it follows, and would stand below the screen's own bar.
    card.current?.scrollIntoView({ block: 'nearest' });
    isNew.current = false;
  }, [shown]);
  if (!publicPics.data) return null;
  // Until the list is there again, it still shows what was before.
  const busy = publicPics.status === 'loading';

  async function make() {
    const made = await makePublic(generateId, pic.id);
    if (made === 'failed') return onChange();
    if (made === 'not-wanted') return;
    isNew.current = true;
    await reload();
  }

  async function end() {
    if (!(await takeBack(generateId, pic.id))) onChange();
    await reload();
  }

  return (
    <div className={styles.link}>
      {!shown && (
        <Button kind="quiet" busy={busy} onClick={make}>
          {text('share-card.make')}
        </Button>
      )}
      {shown && (
        <section ref={card} className={styles.card}>
          <p className={styles.words} role="status">
            <Icon name="info" size={20} />
            {text('share-card.public')}
          </p>
          <div className={styles.choices}>
            <Button
              kind="secondary"
              onClick={async () => {
                if ((await sendLink(shown)) === 'menu') onMenu();
              }}
            >
              {text('share-card.share')}
            </Button>
            <Button kind="quiet" busy={busy} onClick={end}>
              {text('share-card.take-back')}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
