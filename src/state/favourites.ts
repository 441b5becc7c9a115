import { proxy, type Snapshot } from 'valtio';
import { array, object, type Parser, string } from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';

/** A pic that the user likes best. */
export interface Favourite {
  id: string;
  /** The set that it is one of; empty where an earlier version did not save it. */
  generateId: string;
}

/** So many are remembered; the oldest makes room. */
const most = 500;

const favouriteParser: Parser<Favourite> = (value, path) =>
  typeof value === 'string'
    ? { id: value, generateId: '' }
    : object<Favourite>({ id: string, generateId: string })(value, path);

const savedFavourites = saved('tyy.favourites', array(favouriteParser));

const state = proxy<{ list: Favourite[] }>({ list: [] });

/** The pics that the user likes best, on this device, the latest last. */
export const favourites: Snapshot<{ list: Favourite[] }> = state;

let loading: Promise<void> | undefined;

/** Loads what was saved. */
export function loadFavourites(): Promise<void> {
  loading = savedFavourites.read().then(list => {
    state.list = list ?? [];
  });
  return loading;
}

/** Whether these are one pic: the ids of an API may be its own within each set. */
export function isSameFavourite(one: Favourite, other: Favourite): boolean {
  const isSameSet = !one.generateId || !other.generateId || one.generateId === other.generateId;
  return one.id === other.id && isSameSet;
}

/**
 * Adds a pic to them, or takes it out, as it is shown now; waits for those that are being loaded. Returns false where the
 * device could not save it: it then holds as long as the page lives.
 */
export async function toggleFavourite(pic: Favourite): Promise<boolean> {
  const isAdded = !state.list.some(other => isSameFavourite(other, pic));
  await loading;
  const others = state.list.filter(other => !isSameFavourite(other, pic));
  return save(isAdded ? [...others, pic].slice(-most) : others);
}

/** Takes those out that are gone. */
export async function removeFavourites(isGone: (pic: Favourite) => boolean): Promise<void> {
  await (loading ?? loadFavourites());
  if (state.list.some(isGone)) await save(state.list.filter(pic => !isGone(pic)));
}

function save(list: Favourite[]): Promise<boolean> {
  state.list = list;
  return savedFavourites.write(list);
}
