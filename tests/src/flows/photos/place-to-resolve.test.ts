import { expect, test } from 'vitest';
import type { Photo } from '../../../../src/state/draft.ts';

/** The places to resolve in a draft of these photos: for the front photo, for all photos, and before all are used. */
async function placesIn(...photos: Partial<Photo>[]): Promise<number[]> {
  const [{ placeToResolve }, { newPhoto }, { addPhoto }] = await Promise.all([
    import('../../../../src/flows/photos/place-to-resolve.ts'),
    import('../../../../src/flows/photos/add-photos.ts'),
    import('../../../../src/state/wizard.ts'),
  ]);
  for (const photo of photos) addPhoto({ ...newPhoto(new File(['a'], 'a.jpg')), status: 'ready', ...photo });
  return (['front', 'advised', 'uploaded'] as const).map(placeToResolve);
}

test.each<[string, Partial<Photo>[], number[]]>([
  ['of photos that are all there nothing', [{}, {}], [-1, -1, -1]],
  ['a front photo that is held', [{ status: 'advised' }, {}], [0, 0, 0]],
  ['another one that is held, for all photos', [{}, { status: 'advised' }], [-1, 1, 1]],
  ['one that failed, before they are used', [{}, { status: 'failed' }], [-1, -1, 1]],
  ['one that is on its way, before they are used', [{}, {}, { status: 'uploading' }], [-1, -1, 2]],
  ['another person in a later photo', [{}, { doubt: 'other' }], [-1, 1, 1]],
  ['nothing of the front photo for being another person', [{ doubt: 'other' }, {}], [-1, -1, -1]],
  [
    'nothing of another person that failed, until then',
    [{}, { doubt: 'other', status: 'failed' }],
    [-1, -1, 1],
  ],
  ['nothing of a tilted head', [{ doubt: 'tilted' }, { doubt: 'tilted' }], [-1, -1, -1]],
])('%s is to be resolved', async (_, photos, places) => {
  expect(await placesIn(...photos)).toEqual(places);
});
