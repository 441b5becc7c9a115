import type { Hand } from '../generator/catalogue/entry.ts';

/** One preview to draw; `photoKey` names the photo, so that its person is cut out once. */
export interface PreviewTask {
  photoKey: string;
  /** Null until the thread says that it does not know the person yet. */
  photo: Uint8Array | null;
  templateId: number;
  /** Replaces the hand of the template. */
  hand: Hand | undefined;
}

/** What the thread has to do. */
export interface ToPreviewWorker {
  id: number;
  task: PreviewTask;
}

/** What it responds: the encoded picture, that the task must come again with its photo, or why there is no picture. */
export interface FromPreviewWorker {
  id: number;
  picture?: Uint8Array;
  wantsPhoto?: boolean;
  error?: string;
}
