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

/** Number of favourites to look for at the same time. */
const atOnce = 6;

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

/** Returns the latest favourites, last added first. Removes those of deleted pictures; throws if all fail. */
export async function findFavourites(jobs: readonly Job[], most = Infinity): Promise<OwnPic[]> {
  await loadFavourites();
  const listed = ownPicsOf(jobs);
  const latest = [...favourites.list].reverse().slice(0, most);
  const sets = new Map<string, Promise<OwnPic[]>>();
  const gone: Favourite[] = [];
  const failures: unknown[] = [];

  async function find(favourite: Favourite): Promise<OwnPic | undefined> {
    const { generateId } = favourite;
    const pic = listed.find(pic => isOf(pic, favourite));
    if (pic || !generateId) return pic;
    if (!sets.has(generateId)) sets.set(generateId, picsOf(generateId));
    const other = (await sets.get(generateId))?.find(pic => isOf(pic, favourite));
    if (!other) gone.push(favourite);
    return other;
  }

  const found: OwnPic[] = [];
  for (let next = 0; next < latest.length; next += atOnce) {
    for (const end of await Promise.allSettled(latest.slice(next, next + atOnce).map(find))) {
      if (end.status === 'rejected') failures.push(end.reason);
      else if (end.value) found.push(end.value);
    }
  }
  if (gone.length > 0)
    await removeFavourites(pic => gone.some(one => one.id === pic.id && one.generateId === pic.generateId));
  if (found.length === 0 && failures.length > 0) throw failures[0];
  return found;
}

/** Returns the pictures of a set. Empty if the set is gone. */
async function picsOf(generateId: string): Promise<OwnPic[]> {
  try {
    const pics = await getPics(generateId);
    return pics.map(({ id, listUrl }) => ownPic({ generateId, title: '' }, id, listUrl));
  } catch (error) {
    if (saysGone(error)) return [];
    throw error;
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
