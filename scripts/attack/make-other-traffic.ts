import { setTimeout as pause } from 'node:timers/promises';
import { ApiUser, overHttp } from '../../tests/support/api.ts';
import { uploadInParts } from './attackers.ts';

/** Pauses between two requests of a kind, milliseconds. */
const between = 500;

/** Bytes of a photo that goes up in parts; five of them. */
const photoBytes = 500_000;

/** What a user asks for beside jobs, and where. */
export interface Traffic {
  user: { token: string; photo: string };
  /** The origin of a node that may have been killed. */
  origin: () => string;
  /** Of `performance.now`. */
  end: number;
  /** Called with each response that must not occur. */
  onProblem: (problem: string) => void;
}

/** Looks at try-ons, shares files and uploads photos in parts, one after the other; returns how much of it succeeded. */
export async function makeOtherTraffic({ user, origin, end, onProblem }: Traffic) {
  const counts = { 'try-ons': 0, shares: 0, uploads: 0 };
  for (let round = 1; performance.now() < end; round++) {
    const api = new ApiUser(overHttp(origin()), user.token);
    const body = { photo: user.photo, template_ids: [(round % 60) + 1] };
    const tryOn = await api.post('previewTemplates', body).catch(() => null);
    if (tryOn?.code === 0) counts['try-ons'] += tryOn.data.list.length;
    // The last of a day says so with 429, a busy server with 429 or 503.
    else if (tryOn && ![429, 503].includes(tryOn.status)) onProblem(`A try-on: ${tryOn.status}`);

    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(photoBytes)], { type: 'image/jpeg' }), 'shared.jpg');
    const address = `${origin()}/tyy/make-pic`;
    const share = await fetch(address, { method: 'POST', body: form, redirect: 'manual' }).catch(() => null);
    if (share?.headers.get('location')?.includes('shared=')) counts.shares += 1;
    if (share && share.status !== 303) onProblem(`A share: ${share.status}`);

    const photo = Buffer.alloc(photoBytes, round);
    if (await uploadInParts(api, `traffic-${round % 5}.jpg`, photo).catch(() => null)) counts.uploads += 1;
    await pause(between);
  }
  return counts;
}
