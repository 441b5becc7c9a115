import { suffixIn } from '../../api/suffix-in.ts';
import type { Photo } from '../../state/draft.ts';

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

const pictureName = /\.(jpe?g|png|webp|hei[cf]|avif|gif|bmp|tiff?)$/i;
/** What the names of a signature's parameters look like, whichever store has signed. */
const ofSign = /sign|expire|token|key|policy|^(x|q)-/i;

/** An address without its signature, which is another one each day; what names the picture stays. */
export function withoutSign(address: string): string {
  const [path = '', query = ''] = address.split('?');
  if (pictureName.test(path)) return path;
  const named = [...new URLSearchParams(query)].filter(([name]) => !ofSign.test(name));
  return named.length > 0 ? `${path}?${new URLSearchParams(named)}` : path;
}
