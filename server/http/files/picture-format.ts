/** The format with the smallest files first. */
const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The format with the smallest files that the `accept` header names; JPEG if it names none. */
export function pictureFormatOf(accept = ''): PictureFormat {
  return pictureFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
