import { proxy, type Snapshot } from 'valtio';
import { array, object, type Parser, string } from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';

export interface Favourite {
  id: string;
  /** The set that contains the picture; empty if an earlier app version did not save the set. */
  generateId: string;
}

/** Maximum number of favourites. If there are more, the oldest are removed. */
const most = 500;

const favouriteParser: Parser<Favourite> = (value, path) =>
  typeof value === 'string'
    ? { id: value, generateId: '' }
    : object<Favourite>({ id: string, generateId: string })(value, path);

const savedFavourites = saved('tyy.favourites', array(favouriteParser));

const state = proxy<{ list: Favourite[] }>({ list: [] });

/** The favourites saved on this device, in the order in which they were added. */
export const favourites: Snapshot<{ list: Favourite[] }> = state;

let loading: Promise<void> | undefined;

export function loadFavourites(): Promise<void> {
  loading = savedFavourites.read().then(list => {
    state.list = list ?? [];
  });
  return loading;
}

/** Also compares the sets, because a picture's id may be unique only within its set. */
export function isSameFavourite(one: Favourite, other: Favourite): boolean {
  const isSameSet = !one.generateId || !other.generateId || one.generateId === other.generateId;
  return one.id === other.id && isSameSet;
}

/** Adds or removes a favourite. Returns false if the device cannot save the change beyond this page. */
export async function toggleFavourite(pic: Favourite): Promise<boolean> {
  const isAdded = !state.list.some(other => isSameFavourite(other, pic));
  await loading;
  const others = state.list.filter(other => !isSameFavourite(other, pic));
  return save(isAdded ? [...others, pic].slice(-most) : others);
}

export async function removeFavourites(isGone: (pic: Favourite) => boolean): Promise<void> {
  await (loading ?? loadFavourites());
  if (state.list.some(isGone)) await save(state.list.filter(pic => !isGone(pic)));
}

function save(list: Favourite[]): Promise<boolean> {
  state.list = list;
  return savedFavourites.write(list);
}
