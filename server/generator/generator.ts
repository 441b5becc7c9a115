import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from './catalogue/schema.ts';

/** All problems of a photo, including minor problems that only lead to advice. The app has a text for each problem. */
export interface PhotoVerdict {
  problems: PhotoReason[];
}

/** A job. The first photo is the front photo. The same seed produces the same pics. */
export interface GenerateRequest {
  photos: Uint8Array[];
  templateId: number;
  /** Overrides the template's technique. */
  technique?: Technique | undefined;
  count: number;
  seed: number;
  /**
   * Number of the redo; 0 (default) is the first job. Each redo starts with a different photo and changes the framing.
   */
  redo?: number;
}

/** A rectangle in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The fields of China's standard GB 45438-2025 with which AI services mark their pictures. */
export interface UpstreamMark {
  ContentProducer: string;
  ProduceID: string;
  ReservedCode1: string;
}

export interface GeneratedPic {
  bytes: Uint8Array;
  type: 'image/jpeg';
  width: number;
  height: number;
  /** Undefined if the generator did not search for faces. */
  faces?: Box[];
  /** Pixels per inch. Set if the pic is meant for printing at a fixed size. */
  density?: number;
  /**
   * Place of the AI label: `data` only in the file's metadata (ID photos), `margin` small in the margin of a sheet of
   * ID photos, otherwise a corner. With `AI_LABEL=standard`, it is always in a corner.
   */
  labelled?: 'data' | 'margin';
  /** Set if a remote generator's service marks its pictures. */
  upstream?: UpstreamMark;
}

/** Receives each finished pic while later pics are still being made. */
export type OnPic = (pic: GeneratedPic) => void;

/** The local generator draws in this process; a remote generator calls a service. */
export interface Generator {
  /** Returns a verdict for each photo. The first photo is checked as the front photo; the others only need a face. */
  inspect(photos: Uint8Array[]): Promise<PhotoVerdict[]>;

  /**
   * Makes `count` pics and reports the progress, 0 to 100. Rejects with the signal's reason if the signal is aborted.
   * `onPic` may receive finished pics, in order, before all pics are finished.
   */
  generate(
    request: GenerateRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    onPic?: OnPic,
  ): Promise<GeneratedPic[]>;

  close(): Promise<void>;
}

/** Thrown for a permanent failure that a retry would not fix. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
