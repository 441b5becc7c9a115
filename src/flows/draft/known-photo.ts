import type { Photo } from '../../state/draft.ts';

/** Creates a draft photo from the address of a photo that the server already has. */
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
/** Names of the query parameters of signed addresses, for any photo store. */
const ofSign = /sign|expire|token|key|policy|^(x|q)-/i;

/** Returns an address without its signature, which changes daily. Keeps the parts that identify the picture. */
export function withoutSign(address: string): string {
  const [path = '', query = ''] = address.split('?');
  if (pictureName.test(path)) return path;
  const named = [...new URLSearchParams(query)].filter(([name]) => !ofSign.test(name));
  return named.length > 0 ? `${path}?${new URLSearchParams(named)}` : path;
}

/** Extracts the suffix (`photoSuffix`) from a photo's address. Returns an empty string if the name has another form. */
export function suffixIn(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return /_([0-9a-f]{20})(\.[a-z0-9]{1,5})?$/.exec(path)?.[1] ?? '';
}
