import type { Message } from '../../i18n/text-key.ts';
import { json, numberIn } from '../../platform/parse.ts';
import { savedLocally } from '../../platform/storage/saved.ts';
import type { ReportProgress } from '../../state/overlay.ts';

/** Size of a prepared photo of 12 megapixels, bytes. Larger files count as this size until they are prepared. */
const usualSize = 600_000;

const savedProgress = savedLocally('tyy.progress', json(numberIn(0, 1)));

/** Measures the share of bytes sent; the share never decreases. */
export interface UploadProgress {
  setSize(id: string, size: number): void;
  setSent(id: string, sent: number): void;
  /** Records that no more bytes of this photo will be sent. */
  end(id: string): void;
}

/** The message "Uploading 2 of 5, 62 %": the number of the current photo, and the percentage of all bytes. */
export function uploadingMessage(ended: number, total: number, progress: number): Message {
  const current = Math.min(ended + 1, total);
  // At most 99 %, because the overlay closes at 100 %.
  const percent = Math.min(99, Math.floor(100 * progress));
  return { key: 'make-pic.uploading', values: { current, total, percent } };
}

/** Progress of the last interrupted upload, from 0 to 1; 0 if there was none. */
export const interruptedAt = (): number => savedProgress.read() ?? 0;

/**
 * Counts the sent bytes of these files, and calls `report` on each change. `sentBefore` lists the photos that an
 * interrupted upload had sent; the progress then continues from its last value. Null if no upload was interrupted.
 */
export function countProgress(
  files: { id: string; size: number }[],
  sentBefore: readonly { id: string }[] | null,
  report: ReportProgress,
): UploadProgress {
  const photos = new Map(
    files.map(({ id, size }) => [id, { size: Math.min(size, usualSize), sent: 0, ended: false }]),
  );
  for (const { id } of sentBefore ?? []) photos.set(id, { size: usualSize, sent: usualSize, ended: true });
  let shown = sentBefore ? interruptedAt() : 0;

  function change(id: string, changed: { size?: number; sent?: number; ended?: boolean }): void {
    Object.assign(photos.get(id) ?? {}, changed);
    const all = [...photos.values()];
    const size = all.reduce((sum, photo) => sum + photo.size, 0);
    const sent = all.reduce((sum, photo) => sum + (photo.ended ? photo.size : photo.sent), 0);
    shown = Math.max(shown, Math.min(1, sent / Math.max(1, size)));
    const ended = all.filter(photo => photo.ended).length;
    if (ended < all.length) savedProgress.write(shown);
    else savedProgress.remove();
    report(uploadingMessage(ended, all.length, shown), shown);
  }

  return {
    setSize: (id, size) => change(id, { size }),
    setSent: (id, sent) => change(id, { sent }),
    end: id => change(id, { ended: true }),
  };
}
