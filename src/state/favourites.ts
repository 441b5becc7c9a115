import { proxy, type Snapshot } from 'valtio';
import { array, string } from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';

/** So many are remembered; the oldest makes room. */
const most = 500;

const savedIds = saved('tyy.favourites', array(string));

const state = proxy<{ ids: string[] }>({ ids: [] });

/** The ids of the pics that the user likes best, on this device. */
export const favourites: Snapshot<{ ids: string[] }> = state;

let loading: Promise<void> | undefined;

/** Loads what was saved. */
export function loadFavourites(): Promise<void> {
  loading = savedIds.read().then(ids => {
    state.ids = ids ?? [];
  });
  return loading;
}

/**
 * Adds a pic to them, or takes it out, as it is shown now; waits for those that are being loaded. Returns false where the
 * device could not save it: it then holds as long as the page lives.
 */
export async function toggleFavourite(id: string): Promise<boolean> {
  const isAdded = !state.ids.includes(id);
  await loading;
  const others = state.ids.filter(other => other !== id);
  state.ids = isAdded ? [...others, id].slice(-most) : others;
  return savedIds.write([...state.ids]);
}
