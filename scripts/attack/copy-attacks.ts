import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { type ApiUser, dataOf } from '../../tests/support/api/api.ts';
import { type Attack, times } from './attack-type.ts';
import { newUser, upload } from './attackers.ts';
import { handlesDuring, openHandles } from './handles-during.ts';

/** Handles that the process may have more than before. */
const mostHandles = 150;

async function copyOf(origin: string, user: ApiUser): Promise<string> {
  await upload(user, 'large.jpg', randomBytes(12_000_000));
  return origin + new URL((await dataOf(user.post('createDataCopy'))).url).pathname;
}

/** Requests an address and reads only the headers. */
async function begin(address: string): Promise<IncomingMessage> {
  const [response] = (await once(get(address, { agent: false }), 'response')) as [IncomingMessage];
  return response.on('error', () => {}).pause();
}

/** Users who request copies of their data but do not read them. */
const unreadCopies: Attack = {
  name: 'copies that nobody reads',
  moreMemory: 200,
  async prepare({ origin, isShort, tally }) {
    const users = await Promise.all(times(isShort ? 5 : 24).map(() => newUser(origin)));
    const addresses: string[] = [];
    for (const user of users) addresses.push(await copyOf(origin, user));
    const other = await copyOf(origin, await newUser(origin));
    return async () => {
      const readers: IncomingMessage[] = [];
      // Connections of earlier attacks are still idle.
      const before = await openHandles(origin);
      const most = await handlesDuring(origin, async () => {
        for (const address of [...addresses, ...addresses]) {
          const response = await begin(address);
          await tally.add(Promise.resolve({ status: response.statusCode ?? 0 }));
          readers.push(response);
        }
        const { status } = await fetch(other).then(async response => {
          await response.arrayBuffer();
          return response;
        });
        if (status !== 200) throw new Error(`another user's copy got ${status}`);
        for (const reader of readers) reader.destroy();
      });
      if (most - before > mostHandles) throw new Error(`${most - before} more handles were open`);
    };
  },
};

export const copyAttacks = [unreadCopies];
