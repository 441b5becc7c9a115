import { GeneratorGaveUp } from '../gave-up.ts';
import type { GeneratedPic, Generator } from '../generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { callForJson, callService, jsonRequest } from './call-service.ts';
import { pickReferences } from './pick-references.ts';
import { refuseDoubles } from './refuse-doubles.ts';
import type { RemoteContext } from './remote-context.ts';
import { asPic, preparePhoto } from './remote-pictures.ts';
import { findBuiltInBrief, promptOfShot } from './template-brief.ts';

/** An account at Aliyun Model Studio and the model that it uses; `deadline` (milliseconds) bounds the making of one job's pics. */
export interface DashscopeAccount {
  apiKey: string;
  apiOrigin: string;
  model: string;
  deadline: number;
}

const path = '/api/v1/services/aigc/multimodal-generation/generation';

const unwanted = 'deformed face, extra fingers, several people, text, watermark, blur';

/** The largest seed that the service takes, plus one. */
const seeds = 2 ** 31;

/** Reference pictures in one call. */
const mostReferences = 3;

/** Characters of a prompt, by the service's documents; it cuts off what is beyond. */
const longestPrompt = 800;

/** Width and height of a pic in pixels; sides of 512 to 2048 are taken. */
const size = '1104*1472';

/** Responses without a picture after which a pic is given up. */
const mostTries = 2;

/** Milliseconds: the service responds when the picture is made, and pictures are fetched at once. */
const makingLimit = 180_000;
const fetchingLimit = 60_000;

interface Made {
  output?: { choices?: { message?: { content?: { image?: string }[] } }[] };
}

/**
 * Makes pics by an image-editing model of Aliyun Model Studio, one call a pic, since each is another shot. What may pass
 * (no response, 429, 5xx) is waited for up to the deadline: the pics that are made and paid for stay.
 */
export function openDashscope(
  account: DashscopeAccount,
  { findBrief = findBuiltInBrief, onProblem = () => {} }: Partial<RemoteContext> = {},
): Generator['generate'] {
  return (request, onProgress, outer) =>
    withDeadline(outer, account.deadline, async signal => {
      const { count, seed } = request;
      const picked = await pickReferences(request.photos, mostReferences);
      if (picked.length === 0) throw new GeneratorGaveUp('There is no photo.');
      const references = await Promise.all(picked.map(preparePhoto));
      const brief = findBrief(request.templateId);

      const pics: GeneratedPic[] = [];
      while (pics.length < count) {
        const prompt = promptOfShot(brief, pics.length).slice(0, longestPrompt);
        const body = requestFor(references, account.model, prompt, (seed + pics.length) % seeds);
        pics.push(await makePic(account, body, signal, onProblem));
        onProgress((pics.length / count) * 100);
      }
      return refuseDoubles(pics);
    });
}

async function makePic(
  { apiKey, apiOrigin }: DashscopeAccount,
  body: object,
  signal: AbortSignal,
  onWait: (failure: Error) => void,
): Promise<GeneratedPic> {
  const init = jsonRequest(body, { authorization: `Bearer ${apiKey}` });
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const made = await callForJson<Made>(apiOrigin + path, init, { timeLimit: makingLimit, signal, onWait });
    const [content] = made.output?.choices?.[0]?.message?.content ?? [];
    // The address lives for 24 hours only.
    if (content?.image)
      return asPic(await callService(content.image, {}, { timeLimit: fetchingLimit, signal, onWait }));
  }
  throw new GeneratorGaveUp('The model returned no picture.');
}

function requestFor(photos: Buffer[], model: string, prompt: string, seed: number): object {
  const images = photos.map(photo => ({ image: `data:image/jpeg;base64,${photo.toString('base64')}` }));
  // The first model of the family has neither a size nor a rewriting of prompts.
  const more = model === 'qwen-image-edit' ? {} : { size, n: 1, prompt_extend: false };
  return {
    model,
    input: { messages: [{ role: 'user', content: [...images, { text: prompt }] }] },
    parameters: { negative_prompt: unwanted, watermark: false, seed, ...more },
  };
}
