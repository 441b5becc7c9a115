import { openPhoto } from '../photo-header.ts';

/** Side in pixels of the thumbnails that are compared. It is enough for pose, light and clothes. */
const side = 16;

/**
 * The front photo, then the photos that differ most from it and from each other; at most `most` photos in all. Similar
 * photos would tell a model less about the person.
 */
export async function pickReferences(photos: Uint8Array[], most: number): Promise<Uint8Array[]> {
  if (photos.length <= most) return photos;
  const small = await Promise.all(photos.map(shrink));
  const picked = [0];
  while (picked.length < most) {
    const distances = small.map((one, index) =>
      picked.includes(index) ? -1 : Math.min(...picked.map(other => distance(one, small[other]!))),
    );
    picked.push(distances.indexOf(Math.max(...distances)));
  }
  return picked.map(index => photos[index]!);
}

async function shrink(photo: Uint8Array): Promise<Buffer> {
  const opened = await openPhoto(photo);
  return opened.rotate().resize(side, side, { fit: 'fill' }).flatten().toColourspace('srgb').raw().toBuffer();
}

/** Mean absolute difference of two thumbnails, 0 to 255. */
function distance(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += Math.abs(one[index]! - (other[index] ?? 0));
  return sum / one.length;
}
