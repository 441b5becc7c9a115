/** Smallest first. */
const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The smallest format that the `accept` header names, else JPEG. */
export function pictureFormatOf(accept = ''): PictureFormat {
  return pictureFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
