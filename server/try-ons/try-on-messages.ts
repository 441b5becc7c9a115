import type { IdPhotoReason, PhotoReason } from '../contract/photo-reasons.ts';
import type { Hand } from '../generator/entries/entry.ts';
import type { PicLabel } from '../labels/label-version.ts';

/** One try-on to draw; `photoKey` names the photo, so that its person is cut out once. */
export interface TryOnTask {
  photoKey: string;
  /** Null until the thread says that it does not know the person yet. */
  photo: Uint8Array | null;
  templateId: number;
  /** Replaces the hand of the template. */
  hand: Hand | undefined;
  label: PicLabel;
}

/** A drawn try-on, and of an ID photo why an office would refuse it. */
export interface DrawnTryOn {
  /** A WebP. */
  picture: Uint8Array;
  problems: IdPhotoReason[];
}

/**
 * What the thread has to do: a try-on, or a look at photos: with `isFront` at what is to be said about the one, as the front photo
 * or not, without it for somebody else than in the first.
 */
export type ToTryOnWorker = { id: number } & (
  | { task: TryOnTask }
  | { photos: Uint8Array[]; isFront?: boolean }
);

/**
 * What it responds: the try-on, what was found in photos; that the task must come again
 * with its photo; or why there is nothing.
 */
export interface FromTryOnWorker {
  id: number;
  output?: DrawnTryOn | boolean[] | PhotoReason[];
  wantsPhoto?: boolean;
  error?: string;
}
