import { getHomePics } from '../../api/home-pics.ts';
import { basePath } from '../../paths.ts';
import { address, object, tuple } from '../../platform/parse.ts';
import { saved } from '../../platform/storage/saved.ts';

interface HomePics {
  background: string;
  steps: [upload: string, template: string, download: string];
}

export const bundledPics: HomePics = {
  background: homeFile('background.svg'),
  steps: [homeFile('step-upload.svg'), homeFile('step-choose.svg'), homeFile('step-download.svg')],
};

const savedPics = saved(
  'tyy.home-pics',
  object<HomePics>({ background: address, steps: tuple(address, address, address) }),
);

/** Shows the pictures saved at the last visit, then the pictures that the server lists. */
export async function loadHomePics(show: (pics: HomePics) => void): Promise<void> {
  let isFresh = false;
  savedPics.read().then(pics => {
    if (pics && !isFresh) show(pics);
  });
  try {
    const fresh = complete(await getHomePics());
    isFresh = true;
    show(fresh);
    savedPics.write(fresh);
  } catch {
    // Keep the pictures that are already on the screen.
  }
}

/** Replaces missing addresses with the app's own pictures. */
function complete([background, upload, template, download]: string[]): HomePics {
  const { steps } = bundledPics;
  return {
    background: ownOr(background, bundledPics.background),
    steps: [ownOr(upload, steps[0]), ownOr(template, steps[1]), ownOr(download, steps[2])],
  };
}

/** If the server lists one of the app's own pictures, keeps the app's address for it, so that it loads only once. */
function ownOr(address: string | undefined, own: string): string {
  return address && new URL(address, location.origin).pathname !== own ? address : own;
}

function homeFile(name: string): string {
  return `${basePath}/home/${name}`;
}
