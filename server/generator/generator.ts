import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from './catalogue/schema.ts';

/** All problems of a photo, including those that only lead to advice. The app has the texts. */
export interface PhotoVerdict {
  problems: PhotoReason[];
}

/** A job. The first photo is the front photo. The same seed makes the same pics. */
export interface GenerateRequest {
  photos: Uint8Array[];
  templateId: number;
  /** Replaces the technique of the template. */
  technique?: Technique | undefined;
  count: number;
  seed: number;
  /** Number of the redo; 0 (default) is the first job. Each redo begins with another photo and changes the framing. */
  redo?: number;
}

/** A rectangle in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fields of China's standard GB 45438-2025 with which a service marks its pictures. */
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
  /** Pixels per inch; set if the pic is to be printed in a certain size. */
  density?: number;
  /**
   * Set if the visible label is not in a corner. `data`: only in the metadata (ID photos). `margin`: small, in a
   * margin.
   */
  labelled?: 'data' | 'margin';
  /** Set by remote generators that mark their pictures. */
  upstream?: UpstreamMark;
}

/** Receives a finished pic while the next pics are being made. */
export type OnPic = (pic: GeneratedPic) => void;

/** The local generator draws in this process; a remote generator uses a service. */
export interface Generator {
  /** Returns a verdict for each photo. Checks the first photo as the front photo, the other photos only for a face. */
  inspect(photos: Uint8Array[]): Promise<PhotoVerdict[]>;

  /**
   * Makes `count` pics. Reports the progress, 0 to 100. Rejects with the signal's reason if the signal is aborted.
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

/** Thrown for a final failure: a retry of the same pics would not help. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
