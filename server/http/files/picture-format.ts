/** The formats in which pictures are sent, the smallest first. */
const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

/** One of them. */
export type PictureFormat = (typeof pictureFormats)[number];

/** The smallest format that the `accept` of a request names; JPEG for all others. */
export function pictureFormatOf(accept = ''): PictureFormat {
  return pictureFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
