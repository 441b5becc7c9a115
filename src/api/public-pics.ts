import type * as Contract from '../../server/contract/share-cards.ts';
import { address, boolean, object, type Parsed } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { type Fields, listOf, maybe, nothing, words } from './data.ts';

/** A picture that the user made public, with its public page and the card on that page. */
export interface PublicPic {
  picId: string;
  pageUrl: string;
  cardUrl: string;
  /** True while the server hides the page because someone reported the picture. */
  isHidden: boolean;
}

const parseCard = object({
  pic_id: words,
  page_url: address,
  card_url: address,
  hidden: maybe(boolean, false),
} satisfies Fields<Contract.ShareCard>);

const toPublicPic = ({ pic_id, page_url, card_url, hidden }: Parsed<typeof parseCard>): PublicPic => ({
  picId: pic_id,
  pageUrl: page_url,
  cardUrl: card_url,
  isHidden: hidden,
});

/** Loads the public pictures of a set. Never starts a sign-in. */
export async function getPublicPics(generateId: string): Promise<PublicPic[]> {
  const query = { generate_id: generateId };
  const { list } = await get('getShareCards', query, listOf(parseCard), {
    feature: 'share-card',
    signIn: false,
  });
  return list.map(toPublicPic);
}

export async function publishPic(generateId: string, picId: string): Promise<PublicPic> {
  const body = { generate_id: generateId, pic_id: picId };
  return toPublicPic(await post('createShareCard', body, parseCard, { feature: 'share-card', toast: true }));
}

export async function unpublishPic(generateId: string, picId: string): Promise<void> {
  const body = { generate_id: generateId, pic_id: picId };
  await post('deleteShareCard', body, nothing, { feature: 'share-card', toast: true });
}
