/** Ordered by file size, smallest first. */
const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The smallest format that the `accept` header names; JPEG if it names none of them. */
export function pictureFormatOf(accept = ''): PictureFormat {
  return pictureFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
