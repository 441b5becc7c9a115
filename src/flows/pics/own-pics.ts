import { getPics, type Job } from '../../api/jobs.ts';
import { saysGone } from '../../api/says-gone.ts';
import { picPath } from '../../paths.ts';
import { type Favourite, favourites, loadFavourites, removeFavourites } from '../../state/favourites.ts';
import { isSameId, type WireId } from '../../state/is-same-id.ts';

/** A small version of a finished picture, with the path that opens this picture in its set. */
export interface OwnPic {
  /** Null if the API sends no id. */
  id: WireId | null;
  generateId: WireId;
  /** The template's title; empty if unknown. */
  title: string;
  picUrl: string;
  path: string;
}

/** Maximum number of favourites to load. */
const mostFavourites = 8;

/** Returns the finished pictures of these jobs, newest set first. If a job lists no pictures, uses its cover. */
export function ownPicsOf(jobs: readonly Job[]): OwnPic[] {
  return jobs
    .filter(({ status }) => status === 'done')
    .flatMap(({ generateId, trainId, title, coverUrl, pics }) => {
      const set = { generateId: generateId || trainId, title };
      const shown = pics.length > 0 ? pics : [{ id: null, listUrl: coverUrl }];
      return shown.map(({ id, listUrl }) => ownPic(set, id, listUrl));
    });
}

/**
 * Returns the latest favourites, last added first. Removes favourites of deleted pictures; skips those that fail to
 * load.
 */
export async function findFavourites(jobs: readonly Job[]): Promise<OwnPic[]> {
  await loadFavourites();
  const listed = ownPicsOf(jobs);
  const latest = [...favourites.list].reverse().slice(0, mostFavourites);
  const sets = new Map<string, Promise<OwnPic[] | null>>();
  const gone: Favourite[] = [];

  const found = await Promise.all(
    latest.map(async favourite => {
      const { generateId } = favourite;
      const pic = listed.find(pic => isOf(pic, favourite));
      if (pic || !generateId) return pic;
      if (!sets.has(generateId)) sets.set(generateId, picsOf(generateId));
      const pics = await sets.get(generateId);
      if (!pics) return undefined;
      const other = pics.find(pic => isOf(pic, favourite));
      if (!other) gone.push(favourite);
      return other;
    }),
  );
  if (gone.length > 0)
    await removeFavourites(pic => gone.some(one => one.id === pic.id && one.generateId === pic.generateId));
  return found.flatMap(pic => pic ?? []);
}

/** Returns the pictures of a set. Empty if the set is gone; null if the request failed. */
async function picsOf(generateId: string): Promise<OwnPic[] | null> {
  try {
    const pics = await getPics(generateId);
    return pics.map(({ id, listUrl }) => ownPic({ generateId, title: '' }, id, listUrl));
  } catch (error) {
    return saysGone(error) ? [] : null;
  }
}

function ownPic(set: Pick<OwnPic, 'generateId' | 'title'>, id: WireId | null, picUrl: string): OwnPic {
  const path = picPath(set.generateId);
  return {
    ...set,
    id,
    picUrl,
    path: id === null ? path : `${path}&${new URLSearchParams({ pic_id: `${id}` })}`,
  };
}

function isOf(pic: OwnPic, { id, generateId }: Favourite): boolean {
  return pic.id !== null && isSameId(pic.id, id) && (!generateId || isSameId(pic.generateId, generateId));
}
