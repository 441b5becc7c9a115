import type * as Contract from '../../server/contract/account.ts';
import { address, object } from '../platform/parse.ts';
import { get, post } from './client.ts';
import { type Fields, listOf, number, words } from './data.ts';
import { time } from './time.ts';

/** A photo that the server stores. Times are in Unix seconds, the size is in bytes. */
export interface StoredPhoto {
  id: string;
  picUrl: string;
  size: number;
  uploadTime: number;
  /** When the server erases the photo by itself, in Unix seconds. */
  eraseTime: number;
}

/** Proof that a photo was erased. `time` is in Unix seconds, `size` is in bytes. */
export interface ErasureReceipt {
  id: string;
  size: number;
  time: number;
}

const parsePhoto = object({
  id: words,
  pic_url: address,
  size: number,
  upload_time: time,
  erase_time: time,
} satisfies Fields<Contract.StoredPhoto>);

const parseReceipt = object({
  id: words,
  size: number,
  erase_time: time,
} satisfies Fields<Contract.ErasureReceipt>);

/** Returns the user's stored photos, newest upload first. */
export async function getStoredPhotos(): Promise<StoredPhoto[]> {
  const { list } = await get('getPhotos', {}, listOf(parsePhoto), { feature: 'photos', signIn: false });
  return list.map(({ id, pic_url, size, upload_time, erase_time }) => ({
    id,
    picUrl: pic_url,
    size,
    uploadTime: upload_time,
    eraseTime: erase_time,
  }));
}

export async function eraseStoredPhoto(id: string): Promise<ErasureReceipt> {
  const { size, erase_time } = await post('deletePhoto', { id }, parseReceipt, {
    feature: 'photos',
    toast: true,
  });
  return { id, size, time: erase_time };
}
