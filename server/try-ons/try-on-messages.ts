import type { IdPhotoReason, PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import type { PicLabel } from '../labels/label-pic.ts';

/** `photoKey` identifies the photo, so that its person is cut out once. */
export interface TryOnTask {
  photoKey: string;
  /** Null until the thread requests it. */
  photo: Uint8Array | null;
  templateId: number;
  /** Replaces the technique of the template. */
  technique: Technique | undefined;
  label: PicLabel;
}

/** `problems`: of an ID photo, why an authority would refuse it. */
export interface DrawnTryOn {
  picture: Uint8Array;
  problems: IdPhotoReason[];
}

/** A try-on; or photos: with `isFront`, inspect one photo; without, find photos of other people. */
export type ToTryOnWorker = { id: number } & (
  | { task: TryOnTask }
  | { photos: Uint8Array[]; isFront?: boolean }
);

/** The result; or `wantsPhoto`: send the task again with its photo; or an error. */
export interface FromTryOnWorker {
  id: number;
  output?: DrawnTryOn | boolean[] | PhotoReason[];
  wantsPhoto?: boolean;
  error?: string;
}
