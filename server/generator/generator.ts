import type { PhotoReason } from '../contract/photo-reasons.ts';
import type { Technique } from './catalogue/schema.ts';

/** Everything found in one photo, including mere advice. The client chooses the words. */
export interface PhotoVerdict {
  problems: PhotoReason[];
}

/** One job. The first photo is the front photo; the seed makes the pics repeatable. */
export interface GenerateRequest {
  photos: Uint8Array[];
  templateId: number;
  /** Replaces the technique of the template. */
  technique?: Technique | undefined;
  count: number;
  seed: number;
  /** Number of the repetition, 0 by default. Each one starts from the next best photo and changes the framing. */
  redo?: number;
}

/** In pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fields of GB 45438-2025 by which a service marks a picture as its own. */
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
  /** Undefined if nobody searched for faces. */
  faces?: Box[];
  /** Pixels per inch; set if the pic is to be printed in a certain size. */
  density?: number;
  /**
   * Place of the visible label if not a corner. `data`: none, only metadata (ID photos); `margin`: small, in a margin.
   */
  labelled?: 'data' | 'margin';
  /** Set by remote generators that mark their pictures. */
  upstream?: UpstreamMark;
}

/** Receives a finished pic while the next ones are being made. */
export type OnPic = (pic: GeneratedPic) => void;

/** The local generator draws in this process; a remote generator asks a service. */
export interface Generator {
  /** Returns one verdict per photo. The first photo is checked as the front photo, the others only for a face. */
  inspect(photos: Uint8Array[]): Promise<PhotoVerdict[]>;

  /**
   * Makes `count` pics; reports 0 to 100 and rejects with the signal's reason if it is aborted. `onPic` may receive
   * pics that finish before the others, in order.
   */
  generate(
    request: GenerateRequest,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    onPic?: OnPic,
  ): Promise<GeneratedPic[]>;

  close(): Promise<void>;
}

/** A final failure: a retry of the same pics would not help. */
export class GeneratorGaveUp extends Error {
  override readonly name: string = 'GeneratorGaveUp';
}
