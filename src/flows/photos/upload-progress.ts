import type { Message } from '../../i18n/message.ts';
import { json, numberIn } from '../../platform/parse.ts';
import { savedLocally } from '../../platform/storage/saved.ts';
import type { ReportProgress } from '../../state/overlay.ts';

/** The most that an unprepared photo is assumed to weigh, bytes: 12 megapixels once prepared. */
const usualSize = 600_000;

/** How much of an upload was sent when it was interrupted, 0 to 1. */
const savedProgress = savedLocally('tyy.progress', json(numberIn(0, 1)));

/** How much of the photos' bytes has left; it never goes back. */
export interface UploadProgress {
  /** Notes how many bytes of a photo are to be sent. */
  setSize(id: string, size: number): void;
  /** Notes how many bytes of a photo have left. */
  setSent(id: string, sent: number): void;
  /** Notes that nothing more need be sent of a photo. */
  end(id: string): void;
}

/** "Uploading 2 of 5, 62 %": the photo that is under way, and how much of all bytes has left. */
export function uploadingMessage(ended: number, total: number, progress: number): Message {
  const current = Math.min(ended + 1, total);
  // All of it has left only when the overlay closes.
  const percent = Math.min(99, Math.floor(100 * progress));
  return { key: 'make-pic.uploading', values: { current, total, percent } };
}

/** How much of the upload that was interrupted last had left, 0 to 1. */
export function interruptedAt(): number {
  return savedProgress.read() ?? 0;
}

/**
 * Counts the bytes of photos, whose files have these sizes; `report` is called with each change. Where an interrupted upload
 * goes on, `sentBefore` are its photos that had arrived, and what is shown begins where it was.
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
