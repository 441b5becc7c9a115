import { type Generator, GeneratorGaveUp } from '../generator.ts';
import { callForJson, fetchPicture, jsonRequest } from './call-service.ts';
import { type ModelBounds, makeInTurn, type PicOrder } from './make-in-turn.ts';
import { asPic } from './remote-pictures.ts';
import { findBuiltInBrief, type RemoteContext } from './template-brief.ts';

/** An account at Aliyun Model Studio. `deadline`: time limit in milliseconds for all pics of a job. */
export interface DashscopeAccount {
  apiKey: string;
  apiOrigin: string;
  model: string;
  bounds: ModelBounds;
  deadline: number;
}

const path = '/api/v1/services/aigc/multimodal-generation/generation';

const unwanted = 'deformed face, extra fingers, several people, text, watermark, blur';

/** The service accepts seeds below this number. */
const seeds = 2 ** 31;

/** A pic fails after this many responses without a picture. */
const mostTries = 2;

/** Timeouts (ms) for the request that makes a picture, and for downloading the picture. */
const makingLimit = 180_000;
const fetchingLimit = 60_000;

interface Made {
  output?: { choices?: { message?: { content?: { image?: string }[] } }[] };
}

/** Opens a generator that uses an image-editing model of Aliyun Model Studio. Retries temporary failures. */
export function openDashscope(
  account: DashscopeAccount,
  { findBrief = findBuiltInBrief, onProblem = () => {} }: Partial<RemoteContext> = {},
): Generator['generate'] {
  const { apiKey, apiOrigin } = account;
  return makeInTurn(account, findBrief, async order => {
    const { signal } = order;
    const init = jsonRequest(requestFor(account, order), { authorization: `Bearer ${apiKey}` });
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const patience = { timeLimit: makingLimit, signal, onWait: onProblem };
      const made = await callForJson<Made>(apiOrigin + path, init, patience);
      const [content] = made.output?.choices?.[0]?.message?.content ?? [];
      // Download the picture now, because its URL expires after 24 hours.
      if (content?.image) {
        return asPic(
          await fetchPicture(content.image, { ...patience, timeLimit: fetchingLimit, home: apiOrigin }),
        );
      }
    }
    throw new GeneratorGaveUp('The model returned no picture.');
  });
}

function requestFor(
  { model, bounds: { size } }: DashscopeAccount,
  { references, prompt, seed }: PicOrder,
): object {
  const images = references.map(photo => ({ image: `data:image/jpeg;base64,${photo.toString('base64')}` }));
  // Models without the `size` parameter do not have `prompt_extend` either.
  const more = size === null ? {} : { size, n: 1, prompt_extend: false };
  return {
    model,
    input: { messages: [{ role: 'user', content: [...images, { text: prompt }] }] },
    parameters: { negative_prompt: unwanted, watermark: false, seed: seed % seeds, ...more },
  };
}
