import type * as Contract from '../../server/contract/templates.ts';
import { address, boolean, object, string } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, list, listOf, maybe } from './data.ts';

const parseCheck = object({
  photo: address,
  shows_other: maybe(boolean, null),
  problems: maybe(list(string), null),
} satisfies Fields<Contract.PhotoCheck>);

/** The server's findings about a photo. A field is undefined if the server did not check it. */
interface SeenPhoto {
  problems: string[] | undefined;
  /** True if the photo clearly does not show the person in the first photo. */
  isOther: boolean | undefined;
}

/** Checks photos, the front photo first. Returns findings by address, without photos that were not checked. */
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
