/** The formats in which previews are sent, the smallest first. */
const previewFormats = ['avif', 'webp', 'jpeg'] as const;

/** One of them. */
export type PreviewFormat = (typeof previewFormats)[number];

/** The smallest format that the `accept` of a request names; JPEG for all others. */
export function previewFormatOf(accept = ''): PreviewFormat {
  return previewFormats.find(format => accept.includes(`image/${format}`)) ?? 'jpeg';
}
