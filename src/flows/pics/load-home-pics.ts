import { getHomePics } from '../../api/home-pics.ts';
import { basePath } from '../../paths.ts';
import { address, tuple } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';

/** Addresses of the background and of the steps' three pictures. */
type HomePics = [background: string, upload: string, template: string, download: string];

const filesOf = (type: string) =>
  ['background', 'step-upload', 'step-choose', 'step-download'].map(
    name => `${basePath}/home/${name}.${type}`,
  ) as HomePics;

export const bundledPics = filesOf('avif');

/** The same pictures, for browsers without AVIF. The server lists these. */
export const olderPics = filesOf('webp');

const savedPics = saved('tyy.home-pics', tuple(address, address, address, address));

/** Shows the pictures saved at the last visit, then the pictures that the server lists. */
export async function loadHomePics(show: (pics: HomePics) => void): Promise<void> {
  let isFresh = false;
  savedPics.read().then(pics => {
    if (pics && !isFresh) show(pics);
  });
  try {
    const found = await getHomePics();
    const fresh = bundledPics.map((own, place) => ownOr(found[place], place) ?? own) as HomePics;
    isFresh = true;
    show(fresh);
    savedPics.write(fresh);
  } catch {
    // Keep the pictures that are already on the screen.
  }
}

/** Undefined if an address is missing, or is one of the app's own pictures, for which the app has its own address. */
function ownOr(address: string | undefined, place: number): string | undefined {
  return address && new URL(address, location.origin).pathname !== olderPics[place] ? address : undefined;
}
