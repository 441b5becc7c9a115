import { type RefObject, useRef, useState } from 'react';
import {
  type ErasureReceipt,
  eraseStoredPhoto,
  getStoredPhotos,
  type StoredPhoto,
} from '../../api/photos.ts';
import { LoadFailed } from '../../components/load-failed.tsx';
import { withoutSign } from '../../flows/draft/known-photo.ts';
import { formatDay, formatMoment, formatSize } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { withLoading } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { removePhoto, restoreWizard, wizard } from '../../state/wizard.ts';
import heading from '../../ui/heading.module.css';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyImage } from '../../ui/lazy-image.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './stored-photos.module.css';

const totalOf = (sizes: { size: number }[]) => formatSize(sizes.reduce((sum, { size }) => sum + size, 0));

/** Formats a date with non-breaking spaces. */
const wholeDay = (seconds: number) => formatDay(seconds).replaceAll(' ', '\u00a0');

/** Lists the photos on the server with their upload and deletion dates. The user can delete them earlier. */
export function StoredPhotos() {
  const { text } = useText();
  const [photos, reload] = useLoad(getStoredPhotos);
  const [receipts, setReceipts] = useState<ErasureReceipt[]>([]);
  const receipt = useRef<HTMLDivElement>(null);

  async function erase(photo: StoredPhoto) {
    const erased = await erasePhoto(photo);
    if (!erased) return;
    setReceipts(before => [...before, erased]);
    await reload();
    // The focused button has disappeared with its photo, so move the focus.
    receipt.current?.focus();
  }

  // Until the reload is finished, the list still contains erased photos.
  const isGone = ({ id }: StoredPhoto) => receipts.some(receipt => receipt.id === id);
  const list = (photos.data ?? []).filter(photo => !isGone(photo));
  return (
    <section className={styles.section} aria-labelledby="stored-photos">
      <h2 id="stored-photos" className={heading.group}>
        {text('photos.title')}
      </h2>
      {!photos.data && (
        <p className={styles.note} role="status">
          {photos.status === 'loading' && text('loading')}
        </p>
      )}
      {photos.status === 'failed' && !photos.data && <LoadFailed error={photos.error} onRetry={reload} />}
      {photos.data && list.length === 0 && <p className={styles.note}>{text('photos.none')}</p>}
      {list.length > 0 && (
        <>
          <p className={styles.note}>{text('photos.stored', { count: list.length, size: totalOf(list) })}</p>
          <ul className={styles.photos}>
            {list.map((photo, index) => (
              <li key={photo.id} className={styles.photo}>
                <div className={styles.frame}>
                  <LazyImage
                    src={photo.picUrl}
                    alt={text('make-pic.photo', { number: index + 1 })}
                    aspectRatio={3 / 4}
                  />
                  <span className={styles.erase}>
                    <IconButton
                      label={text('photos.erase-one', { number: index + 1 })}
                      onClick={() => erase(photo)}
                    >
                      <Icon name="trash" />
                    </IconButton>
                  </span>
                </div>
                <span>{text('photos.since', { day: wholeDay(photo.uploadTime) })}</span>
                <span>{text('photos.until', { day: wholeDay(photo.eraseTime) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Receipt receipts={receipts} container={receipt} />
    </section>
  );
}

interface ReceiptProps {
  receipts: ErasureReceipt[];
  container: RefObject<HTMLDivElement | null>;
}

/** Lists the erased photos with the times of erasure, as a receipt for the user. */
function Receipt({ receipts, container }: ReceiptProps) {
  const { text } = useText();
  const last = receipts[receipts.length - 1];
  return (
    <div ref={container} role="status" tabIndex={-1}>
      {last && (
        <div className={styles.receipt}>
          <strong>{text('photos.receipt')}</strong>
          <p>
            {text('photos.erased', {
              count: receipts.length,
              size: totalOf(receipts),
              time: formatMoment(last.time),
            })}
          </p>
          <ul className={styles.names}>
            {receipts.map(({ id, time }) => (
              <li key={id}>
                {id} · {formatMoment(time)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Asks the user, then erases a stored photo. Returns the receipt; null if the photo was not erased. */
async function erasePhoto({ id }: StoredPhoto): Promise<ErasureReceipt | null> {
  const question = { title: 'photos.erase-title', text: 'photos.erase-text' } as const;
  if (!(await userAgrees(question, 'photos.erase', 'danger'))) return null;
  // Null means that an error occurred, which the API client has already shown.
  const receipt = await withLoading('delete-data.running', () => eraseStoredPhoto(id)).catch(() => null);
  if (receipt) await removeFromDraft(receipt.id);
  return receipt;
}

/** Removes an erased photo from the draft, because the server would refuse a job with it. */
async function removeFromDraft(erased: string): Promise<void> {
  await restoreWizard();
  const gone = wizard.photos.filter(({ address }) => fileOf(address ?? '') === erased);
  for (const { id } of gone) removePhoto(id);
}

/** The id of a stored photo, which is the last part of its address. */
function fileOf(address: string): string {
  const path = withoutSign(address);
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
