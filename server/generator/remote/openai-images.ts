import { type Generator, GeneratorGaveUp } from '../generator.ts';
import { callForJson, fetchPicture, longestBase64 } from './call-service.ts';
import { type ModelBounds, makeInTurn, type PicOrder } from './make-in-turn.ts';
import { asPic } from './remote-pictures.ts';
import { findBuiltInBrief, type RemoteContext } from './template-brief.ts';

/**
 * An account at a service with OpenAI's images API. `apiAddress` is the URL before `/images`. `deadline`: milliseconds
 * per job.
 */
export interface OpenaiImagesAccount {
  apiKey: string;
  apiAddress: string;
  model: string;
  bounds: ModelBounds;
  deadline: number;
}

/** A pic fails after this many responses without a picture. */
const mostTries = 2;

/** Timeouts (ms) for the request that makes a picture, and for downloading the picture. */
const makingLimit = 300_000;
const fetchingLimit = 60_000;

/**
 * Models that support `input_fidelity`, which improves the likeness to the photos. Other models do not need or do not
 * accept this parameter.
 */
const withFidelity = ['gpt-image-1', 'gpt-image-1.5'];

/** Error codes that come with status 429 but make a retry useless, because the account has no money left. */
const noMoney = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];

interface Made {
  data?: { b64_json?: string; url?: string }[];
}

/** Opens a generator that sends photos as `image[]` fields to `POST /images/edits`. Retries temporary failures. */
export function openOpenaiImages(
  account: OpenaiImagesAccount,
  { findBrief = findBuiltInBrief, onProblem = () => {} }: Partial<RemoteContext> = {},
): Generator['generate'] {
  const { apiKey, apiAddress } = account;
  const headers = { authorization: `Bearer ${apiKey}` };
  return makeInTurn(account, findBrief, async order => {
    const { signal } = order;
    const patience = {
      most: longestBase64,
      timeLimit: makingLimit,
      signal,
      onWait: onProblem,
      isFinal: hasNoMoney,
    };
    const init = { method: 'POST', headers, body: formFor(account, order) };
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const { data } = await callForJson<Made>(`${apiAddress}/images/edits`, init, patience);
      const { b64_json, url } = data?.[0] ?? {};
      if (b64_json) return asPic(Buffer.from(b64_json, 'base64'));
      if (url)
        return asPic(await fetchPicture(url, { ...patience, timeLimit: fetchingLimit, home: apiAddress }));
    }
    throw new GeneratorGaveUp('The model returned no picture.');
  });
}

function formFor(
  { model, bounds: { size } }: OpenaiImagesAccount,
  { references, prompt }: PicOrder,
): FormData {
  const form = new FormData();
  form.set('model', model);
  form.set('prompt', prompt);
  form.set('n', '1');
  if (size !== null) form.set('size', size);
  if (withFidelity.includes(model)) form.set('input_fidelity', 'high');
  for (const [index, photo] of references.entries()) {
    form.append(
      'image[]',
      new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }),
      `photo-${index + 1}.jpg`,
    );
  }
  return form;
}

function hasNoMoney(body: string): boolean {
  return noMoney.some(code => body.includes(`"${code}"`));
}
