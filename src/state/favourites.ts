import { proxy, type Snapshot } from 'valtio';
import { array, string } from '../platform/parse.ts';
import { durable, keys } from '../platform/storage.ts';

/** So many are remembered; the oldest makes room. */
const most = 500;

const state = proxy<{ ids: string[] }>({ ids: [] });

/** The ids of the pics that the user likes best, on this device. */
export const favourites: Snapshot<{ ids: string[] }> = state;

/** Loads what was saved. */
export async function loadFavourites(): Promise<void> {
  state.ids = (await durable.read(keys.favourites, array(string))) ?? [];
}

/** Adds a pic to them, or takes it out. */
export async function toggleFavourite(id: string): Promise<void> {
  const others = state.ids.filter(other => other !== id);
  state.ids = others.length < state.ids.length ? others : [...others, id].slice(-most);
  await durable.write(keys.favourites, [...state.ids]);
}
