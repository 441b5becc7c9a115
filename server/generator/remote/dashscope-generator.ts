import { type Generator, GeneratorGaveUp } from '../generator.ts';
import { callForJson, fetchPicture, jsonRequest } from './call-service.ts';
import { type ModelBounds, makeInTurn, type PicOrder } from './make-in-turn.ts';
import type { RemoteContext } from './remote-context.ts';
import { asPic } from './remote-pictures.ts';
import { findBuiltInBrief } from './template-brief.ts';

/** An account at Aliyun Model Studio. `deadline`: milliseconds for all pics of one job. */
export interface DashscopeAccount {
  apiKey: string;
  apiOrigin: string;
  model: string;
  bounds: ModelBounds;
  deadline: number;
}

const path = '/api/v1/services/aigc/multimodal-generation/generation';

const unwanted = 'deformed face, extra fingers, several people, text, watermark, blur';

/** The service takes seeds below this number. */
const seeds = 2 ** 31;

/** After this many responses without a picture a pic fails. */
const mostTries = 2;

/** Milliseconds: the service responds when the picture is made; then the picture is fetched. */
const makingLimit = 180_000;
const fetchingLimit = 60_000;

interface Made {
  output?: { choices?: { message?: { content?: { image?: string }[] } }[] };
}

/** Uses an image-editing model of Aliyun Model Studio. Retries temporary failures (no response, 429, 5xx). */
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
      // The address expires after 24 hours.
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
  // A model without a size cannot rewrite prompts either.
  const more = size === null ? {} : { size, n: 1, prompt_extend: false };
  return {
    model,
    input: { messages: [{ role: 'user', content: [...images, { text: prompt }] }] },
    parameters: { negative_prompt: unwanted, watermark: false, seed: seed % seeds, ...more },
  };
}
