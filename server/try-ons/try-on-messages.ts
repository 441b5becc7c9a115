import type { IdPhotoReason, PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import type { PicLabel } from '../labels/label-pic.ts';

/** `photoKey` identifies the photo, so that the person in it is cut out only once. */
export interface TryOnTask {
  photoKey: string;
  /** Null at first. Sent only if the thread asks for the photo. */
  photo: Uint8Array | null;
  templateId: number;
  /** Used instead of the template's technique, if set. */
  technique: Technique | undefined;
  label: PicLabel;
}

/** `problems`: reasons why an authority would reject the ID photo. */
export interface DrawnTryOn {
  picture: Uint8Array;
  problems: IdPhotoReason[];
}

/**
 * Either a try-on to draw, or photos. With `isFront`, finds problems of the photo; without it, finds photos of other
 * people.
 */
export type ToTryOnWorker = { id: number } & (
  | { task: TryOnTask }
  | { photos: Uint8Array[]; isFront?: boolean }
);

/** Either the result, or an error, or `wantsPhoto`: the task must be sent again with its photo. */
export interface FromTryOnWorker {
  id: number;
  output?: DrawnTryOn | boolean[] | PhotoReason[];
  wantsPhoto?: boolean;
  error?: string;
}
