import type * as Contract from '../../server/contract/templates.ts';
import { address, boolean, object } from '../platform/parse.ts';
import { post } from './client.ts';
import { type Fields, listOf } from './data.ts';

const parseCheck = object({
  photo: address,
  shows_other: boolean,
} satisfies Fields<Contract.PhotoCheck>);

/** Whether photos after the first surely show somebody else than it, by their addresses; without those that were not looked at. */
export async function findOtherPeople(photos: string[]): Promise<Map<string, boolean>> {
  const { list } = await post('checkPhotos', { photos }, listOf(parseCheck), {
    feature: 'photo-check',
    signIn: false,
  });
  return new Map(list.map(({ photo, shows_other }) => [photo, shows_other]));
}
