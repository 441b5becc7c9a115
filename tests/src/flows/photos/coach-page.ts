import { expect, vi } from 'vitest';
import { aPhoto } from '../../../support/choose-files.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { button } from '../../../support/wizard.ts';

/** How the page that is open adds photos. */
export let photos: typeof import('../../../../src/flows/photos/add-photos.ts');
/** Its draft. */
export let state: typeof import('../../../../src/state/wizard.ts');

/** Opens the wizard with the coach ready. */
export async function open(): Promise<void> {
  await renderAt('/make-pic?step=front');
  await button('Add a front photo');
  const [{ openCoach }, ...modules] = await Promise.all([
    import('../../../../src/platform/coach/coach.ts'),
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  [photos, state] = modules;
  await openCoach();
}

/** Adds photos of these names at once, and waits until each has arrived, is held or is refused. */
export async function add(...names: string[]): Promise<void> {
  await photos.addAndUpload(await Promise.all(names.map(aPhoto)));
  await vi.waitFor(() => {
    for (const { status } of state.wizard.photos) expect(['ready', 'held', 'refused']).toContain(status);
  });
}

/** Of each photo of the draft what its user is told. */
export const told = () =>
  state.wizard.photos.map(({ name, status, advice, doubt }) =>
    [name, status, advice, doubt].join(' ').trim(),
  );
