import sharp from 'sharp';
import type { ApiUser } from '../../tests/support/api/api.ts';
import { type Attack, times } from './attack-type.ts';
import { richUser, upload } from './attackers.ts';

/** MB that an API node may use more, with its decoder process, which decodes one photo at a time. */
const moreMemory = 500;

/** Milliseconds after which callers disconnect. */
const hangUpAfter = 300;

/** Milliseconds in which every call must have its response. */
const longestCheck = 10_000;

/** A file of a few kB that decodes to nearly the largest allowed photo. */
const costlyPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 5700, height: 5700, channels: 3, background: '#c7361b' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 6 })
    .toBuffer();

/** Photos of disconnected callers are not checked: a user who returns is served at once. */
const checksOfTheGone: Attack = {
  name: 'photo checks of callers who hung up',
  moreMemory,
  async prepare({ origin, isShort, tally }) {
    const photo = await costlyPhoto();
    const people: { user: ApiUser; addresses: string[] }[] = [];
    for (const index of times(isShort ? 12 : 40)) {
      const user = await richUser(origin);
      const addresses: string[] = [];
      for (const place of times(index === 0 ? 2 : 1)) {
        const address = await upload(user, `${place}.png`, photo);
        if (!address) throw new Error('a photo was refused');
        addresses.push(address);
      }
      people.push({ user, addresses });
    }
    const [first, ...others] = people as [(typeof people)[0], ...typeof people];
    const create = (user: ApiUser, address: string | undefined, most: number) =>
      fetch(`${origin}/v1/goTrainAndGeneratePic`, {
        method: 'POST',
        body: JSON.stringify({ template_id: 1, resource_pics: [address] }),
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(most),
      });
    return async () => {
      await tally.add(create(first.user, first.addresses[0], longestCheck));
      await Promise.all(
        others.map(({ user, addresses }) => tally.add(create(user, addresses[0], hangUpAfter))),
      );
      const began = performance.now();
      const { status } = await create(first.user, first.addresses[1], longestCheck);
      const took = Math.round(performance.now() - began);
      if (status !== 200) throw new Error(`who came back got ${status} after ${took} ms`);
    };
  },
};

export const photoCheckAttacks: Attack[] = [checksOfTheGone];
