import { suffixIn } from '../api/suffix-in.ts';
import type { Photo } from '../state/draft.ts';

/** A photo of the draft that the server already has, by its address. */
export function knownPhoto(address: string): Photo {
  return {
    id: withoutSign(address),
    name: '',
    suffix: suffixIn(address),
    status: 'ready',
    advice: '',
    sameAs: '',
    doubt: '',
    focus: '',
    address,
    preview: address,
  };
}

/** An address without its query, which is another one each day. */
export function withoutSign(address: string): string {
  return address.split('?')[0] ?? address;
}
