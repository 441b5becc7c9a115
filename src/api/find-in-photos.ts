import type * as Contract from '../../server/contract/templates.ts';
import { address, boolean, object, string } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, list, listOf, maybe } from './data.ts';

const parseCheck = object({
  photo: address,
  shows_other: maybe(boolean, null),
  problems: maybe(list(string), null),
} satisfies Fields<Contract.PhotoCheck>);

/** What the server saw in one photo; undefined where it did not look. */
interface SeenPhoto {
  problems: string[] | undefined;
  /** Clearly shows someone else than the first photo. */
  isOther: boolean | undefined;
}

/** What the server sees in photos, by address, the front photo first. Photos that were not checked are left out. */
export async function findInPhotos(photos: string[]): Promise<Map<string, SeenPhoto>> {
  const { list: checks } = await post('checkPhotos', { photos }, listOf(parseCheck), {
    feature: 'photo-check',
    signIn: false,
  });
  return new Map(
    checks.map(({ photo, shows_other, problems }) => [
      photo,
      { problems: problems ?? undefined, isOther: shows_other ?? undefined },
    ]),
  );
}
