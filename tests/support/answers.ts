import { vi } from 'vitest';

/** What the app gets instead of the backend's answer, for calls whose path holds that text; 'no network' for none. */
export function answerInstead(path: string, answer: () => object | 'no network'): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).includes(path)) return real(input, init);
    const data = answer();
    if (data === 'no network') throw new TypeError('no network');
    return Response.json({ code: 0, data, message: '' });
  });
}

/** The answer of a call about the user: a subscriber, in the words of the API. */
export function subscriberAnswer(): object {
  return { user_id: 'u', nickname: '', avatar: '', vip_level: 1, coins: 0 };
}

/** The answer of a call about one job, in the words of the API. */
export function jobAnswer(job: object): object {
  const usual = {
    train_id: 't1',
    generate_id: 'g1',
    template_id: 7,
    title: 'Paper moon',
    cover_url: '',
    status: 4,
    expect_minutes: 2,
    progress: 40,
    create_time: Math.floor(Date.now() / 1000),
    refuse_reasons: [],
  };
  return { train_and_generate_info: { ...usual, ...job } };
}
