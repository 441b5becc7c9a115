import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { getGenerateCost } from '../../api/jobs.ts';
import type { Template } from '../../api/templates.ts';
import OwnJob from '../../components/own-job.tsx';
import { openStep } from '../../flows/draft/wizard-steps.ts';
import { createPic, getCoins, loadCreatePic } from '../../flows/wizard/load-create-pic.ts';
import { useText } from '../../i18n/use-text.ts';
import { isGuest } from '../../state/is-guest.ts';
import { isSameId, type TemplateId } from '../../state/is-same-id.ts';
import { isVip, session } from '../../state/session.ts';
import { tryOns } from '../../state/try-ons.ts';
import { wizard } from '../../state/wizard.ts';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { PhotoSlot } from '../../ui/photo-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import link from '../../ui/text-link.module.css';
import { useLoad } from '../../ui/use-load.ts';
import { LazySelectParts } from './lazy-select-parts.ts';
import styles from './select-step.module.css';
import { TemplateGrid, type TemplatePages } from './template-grid.tsx';

interface SelectStepProps {
  templates: Template[];
  pages: TemplatePages;
  sought: TemplateId | null;
  /** True until the chosen template is loaded. */
  isSeeking: boolean;
}

/** Step 1: the photos and the template. */
export function SelectStep({ templates, pages, sought, isSeeking }: SelectStepProps) {
  const { text } = useText();
  const { templateId, restored } = useSnapshot(wizard);
  const { user, visit } = useSnapshot(session);
  const [cost] = useLoad(async () => (isGuest() ? null : getGenerateCost()), String(visit));
  const { problems } = useSnapshot(tryOns);
  useEffect(loadCreatePic, []);
  const isId = templates.some(
    ({ id, category }) => category === 'id-photo' && templateId !== null && isSameId(id, templateId),
  );
  const hasNote = isId || (templateId !== null && templateId in problems);
  const price = user && !isVip(user) ? cost.data : null;

  return (
    <>
      <div className={styles.job}>
        <OwnJob />
      </div>
      <PersonalPics />
      <TemplateGrid templates={templates} pages={pages} sought={sought} price={price} />
      <BottomBar>
        {templateId !== null && hasNote && <LazySelectParts.TryOnNote id={templateId} isId={isId} />}
        {price !== null && user?.coins != null && user.coins < price && (
          <MissingCoins coins={user.coins} price={price} />
        )}
        <Button disabled={templateId === null || isSeeking || !restored} onClick={createPic}>
          <span>
            {text('make-pic.use')}
            {price !== null && (
              <>
                {' · '}
                <span className={styles.price}>{text('gold-coins', { count: price })}</span>
              </>
            )}
          </span>
        </Button>
      </BottomBar>
    </>
  );
}

/** Shows a balance that is below the price, with a button to get coins. */
function MissingCoins({ coins, price }: { coins: number; price: number }) {
  const { text } = useText();
  return (
    <p className={styles.balance}>
      <Icon name="coin" size={18} />
      <span>{text('make-pic.balance-now', { coins: text('gold-coins', { count: coins }) })}</span>
      <button type="button" className={styles.short} onClick={() => getCoins(coins, price)}>
        {text('make-pic.missing-coins', { count: price - coins })}
        <Icon name="chevron-right" size={18} />
      </button>
    </p>
  );
}

/** Shows the user's photos with a button to change them. If there are none, shows a button to add the first photo. */
function PersonalPics() {
  const { text } = useText();
  const { photos, restored } = useSnapshot(wizard);
  const usesPoses = useSnapshot(session).user?.features.includes('poses');

  return (
    <section className={styles.section} aria-labelledby="personal-pics" aria-busy={!restored}>
      <div className={styles.head}>
        <h2 id="personal-pics" className={heading.section}>
          {text('make-pic.photos')}
        </h2>
        {photos.length > 0 && (
          <button type="button" className={`${link.link} ${styles.change}`} onClick={() => openStep('front')}>
            {text('make-pic.change')}
            <Icon name="chevron-right" size={18} />
          </button>
        )}
      </div>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <PhotoSlot
                {...photo}
                alt={
                  index === 0 ? text('make-pic.front-photo') : text('make-pic.photo', { number: index + 1 })
                }
                failedLabel={text('make-pic.not-uploaded')}
              />
            </li>
          ))}
          {photos.length === 1 && usesPoses && <LazySelectParts.SecondPhoto />}
        </ul>
      )}
      {photos.length === 0 && restored && <AddPlaceholder />}
      {photos.length === 0 && !restored && (
        <div className={styles.photos}>
          <Skeleton aspectRatio={3 / 4} />
          <Skeleton aspectRatio={3 / 4} />
          <Skeleton aspectRatio={3 / 4} />
        </div>
      )}
    </section>
  );
}

function AddPlaceholder() {
  const { text } = useText();
  return (
    <button type="button" className={styles.add} onClick={() => openStep('front')}>
      <span className={styles.plus}>
        <Icon name="plus" />
      </span>
      <span>
        <strong>{text('make-pic.add-photos')}</strong>
        <span className={styles.hint}>{text('make-pic.add-photos-hint')}</span>
      </span>
    </button>
  );
}
