import { randomText } from '../platform/random-text.ts';
import type { Photo } from '../state/draft.ts';

/** A photo of the draft as it begins: a chosen file that is still to be looked at and uploaded. */
export function newPhoto(file: File): Photo {
  return {
    id: randomText(12),
    name: file.name,
    suffix: '',
    status: 'preparing',
    advice: '',
    sameAs: '',
    doubt: '',
    focus: '',
    address: null,
    preview: URL.createObjectURL(file),
  };
}
