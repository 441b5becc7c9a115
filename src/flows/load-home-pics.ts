import { getHomePics } from '../api/templates.ts';
import { basePath } from '../paths.ts';
import { durable, keys } from '../platform/storage.ts';

/** The pictures of Home. */
export interface HomePics {
  background: string;
  steps: [upload: string, template: string, download: string];
}

const bundled: HomePics = {
  background: homeFile('background.svg'),
  steps: [homeFile('step-upload.svg'), homeFile('step-choose.svg'), homeFile('step-download.svg')],
};

/** Shows the pictures of the last visit at once, then those of the server; the bundled ones when neither is there. */
export async function loadHomePics(show: (pics: HomePics) => void): Promise<void> {
  let isFresh = false;
  const kept = durable.read<HomePics>(keys.homePics).then(pics => {
    if (pics && !isFresh) show(pics);
    return pics;
  });
  try {
    const fresh = withoutGaps(await getHomePics());
    isFresh = true;
    show(fresh);
    durable.write(keys.homePics, fresh);
  } catch {
    if (!(await kept)) show(bundled);
  }
}

/** A list that is too short is completed by bundled pictures. */
function withoutGaps([background, upload, template, download]: string[]): HomePics {
  const { steps } = bundled;
  return {
    background: background || bundled.background,
    steps: [upload || steps[0], template || steps[1], download || steps[2]],
  };
}

function homeFile(name: string): string {
  return `${basePath}/home/${name}`;
}
