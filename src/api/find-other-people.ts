import type * as Contract from '../../server/contract/templates.ts';
import { address, boolean, object } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, listOf } from './data.ts';

const parseCheck = object({
  photo: address,
  shows_other: boolean,
} satisfies Fields<Contract.PhotoCheck>);

/**
 * For each photo after the first, by address: whether it clearly shows someone else than the first. Photos that were
 * not checked are left out.
 */
export async function findOtherPeople(photos: string[]): Promise<Map<string, boolean>> {
  const { list } = await post('checkPhotos', { photos }, listOf(parseCheck), {
    feature: 'photo-check',
    signIn: false,
  });
  return new Map(list.map(({ photo, shows_other }) => [photo, shows_other]));
}
