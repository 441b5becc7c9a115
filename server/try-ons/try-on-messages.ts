import type { IdPhotoReason, PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import type { PicLabel } from '../labels/label-pic.ts';

/** `photoKey` identifies the photo, so that its person is cut out only once. */
export interface TryOnTask {
  photoKey: string;
  /** Null at first; sent if the thread requests the photo. */
  photo: Uint8Array | null;
  templateId: number;
  /** Replaces the template's technique. */
  technique: Technique | undefined;
  label: PicLabel;
}

/** `problems`: the reasons why an authority would refuse the ID photo. */
export interface DrawnTryOn {
  picture: Uint8Array;
  problems: IdPhotoReason[];
}

/** A try-on to draw, or photos. With `isFront`, inspects a photo; without it, finds photos of other people. */
export type ToTryOnWorker = { id: number } & (
  | { task: TryOnTask }
  | { photos: Uint8Array[]; isFront?: boolean }
);

/** The result, an error, or `wantsPhoto` if the task must be sent again with its photo. */
export interface FromTryOnWorker {
  id: number;
  output?: DrawnTryOn | boolean[] | PhotoReason[];
  wantsPhoto?: boolean;
  error?: string;
}
