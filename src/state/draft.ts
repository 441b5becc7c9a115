import type { Limits } from '../../server/contract/limits.ts';
import {
  address,
  array,
  boolean,
  matching,
  numberOrText,
  object,
  oneOf,
  optional,
  type Parsed,
  string,
} from '../platform/parse.ts';
import type { JobIds } from './job.ts';

const photoParser = object({
  id: string,
  /** Name of the photo's file; empty if the server already has the photo. */
  name: optional(string, ''),
  /** Equal for photos with the same bytes (`photoSuffix`); empty until known. */
  suffix: optional(string, ''),
  /** 'advised': usable, but has advice. 'refused': unusable. 'waiting': not uploaded until the user consents. */
  status: oneOf('preparing', 'uploading', 'ready', 'failed', 'advised', 'refused', 'waiting'),
  /** Advice of the coach or of the server; empty if none. A photo with advice is not judged again. */
  advice: optional(string, ''),
  /** Id of an earlier photo that looks almost the same. Empty if there is none, or if the user keeps both. */
  sameAs: optional(string, ''),
  /**
   * A doubt about the photo, which the user may ignore: 'tilted', or 'other' (another person). Becomes 'tilt-dismissed'
   * or 'dismissed' when the user keeps the photo. Empty if there is no doubt.
   */
  doubt: optional(string, ''),
  /** The `object-position` that centres the face in a 3:4 frame; empty if unknown. */
  focus: optional(matching(/^(\d{1,3}% \d{1,3}%)?$/), ''),
  /** Address in the object store; null until the photo is uploaded. */
  address: optional(address, null),
  /** Address of a thumbnail, often a `data:` address; empty if there is none. */
  preview: optional(string, ''),
});

export type Photo = Parsed<typeof photoParser>;

/** Maximum number of photos per job, including the front photo. */
export const maxPhotos = 5 satisfies Limits['photos'];

const idsParser = object<JobIds>({ trainId: numberOrText, generateId: numberOrText });

/** The part of the wizard's state that is saved. */
export const draftParser = object({
  step: oneOf('select', 'front', 'supplementary'),
  /** The first photo is the front photo. */
  photos: array(photoParser, maxPhotos),
  templateId: optional(numberOrText, null),
  templateTitle: optional(string, ''),
  /** The style that is sent with the template; null if the API sends no style for this template. */
  templateStyle: optional(numberOrText, null),
  /** Address of the template's picture; empty if unknown. */
  templatePicUrl: optional(address, ''),
  /**
   * Id of an attempt to create a job, kept until its response arrives, so that a retry cannot pay twice. Sent in a
   * header, so only these characters are allowed.
   */
  attemptId: optional(matching(/^[a-z0-9]{1,64}$/), null),
  /** Jobs that existed before the attempt. A job that is not among them is the attempt's own. Null if unknown. */
  knownJobs: optional(array(idsParser), null),
  /** The last job created from this draft, even if the draft has changed since. Empty ids are not known yet. */
  made: optional(idsParser, null),
  /** True if the attempt created a job, but the response had no ids. */
  isMade: optional(boolean, false),
  /** Id of the user to whom the draft belongs; null until known. */
  owner: optional(string, null),
});

export type Draft = Parsed<typeof draftParser>;
export type Step = Draft['step'];

export const emptyDraft = (): Draft => draftParser({ step: 'select', photos: [] });

/** Compares two values as JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns a deep copy, by way of JSON. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
