import type { Hand } from '../generator/catalogue/entry.ts';
import type { PicLabel } from '../labels/label-version.ts';

/** One preview to draw; `photoKey` names the photo, so that its person is cut out once. */
export interface PreviewTask {
  photoKey: string;
  /** Null until the thread says that it does not know the person yet. */
  photo: Uint8Array | null;
  templateId: number;
  /** Replaces the hand of the template. */
  hand: Hand | undefined;
  label: PicLabel;
}

/** What the thread has to do: a preview, or a look at photos for somebody else than in the first. */
export type ToPreviewWorker = { id: number } & ({ task: PreviewTask } | { photos: Uint8Array[] });

/**
 * What it responds: the encoded picture, or which photos after the first show somebody else; that the task must come again
 * with its photo; or why there is nothing.
 */
export interface FromPreviewWorker {
  id: number;
  output?: Uint8Array | boolean[];
  wantsPhoto?: boolean;
  error?: string;
}
