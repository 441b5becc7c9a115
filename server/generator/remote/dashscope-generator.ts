import { GeneratorGaveUp } from '../gave-up.ts';
import type { GeneratedPic, Generator } from '../generator.ts';
import type { DashscopeAccount } from '../open-generator.ts';
import { withDeadline } from '../with-deadline.ts';
import { askForJson, askService, jsonRequest } from './ask-service.ts';
import { promptOf } from './prompt-of.ts';
import { asPic, preparePhoto } from './remote-pictures.ts';

const path = '/api/v1/services/aigc/multimodal-generation/generation';

const unwanted = 'deformed face, extra fingers, several people, text, watermark, blur';

/** The largest seed that the service takes, plus one. */
const seeds = 2 ** 31;

/** Milliseconds: the service answers when the picture is made, and pictures are fetched at once. */
const makingLimit = 180_000;
const fetchingLimit = 60_000;

interface Answer {
  output?: { choices?: { message?: { content?: { image?: string }[] } }[] };
}

/** Makes pics by an image-editing model of Aliyun Model Studio, one call a pic: qwen-image-edit makes one at a time. */
export function openDashscope(account: DashscopeAccount): Generator['generate'] {
  return (request, onProgress, outer) =>
    withDeadline(outer, account.deadline, async signal => {
      const { photos, templateId, count, seed } = request;
      const [front] = photos;
      if (!front) throw new GeneratorGaveUp('There is no photo.');
      const photo = await preparePhoto(front);

      const pics: GeneratedPic[] = [];
      while (pics.length < count) {
        const wish = wishFor(photo, account.model, promptOf(templateId), (seed + pics.length) % seeds);
        pics.push(await makePic(account, wish, signal));
        onProgress((pics.length / count) * 100);
      }
      return pics;
    });
}

async function makePic(
  { apiKey, apiOrigin }: DashscopeAccount,
  wish: object,
  signal: AbortSignal,
): Promise<GeneratedPic> {
  const init = jsonRequest(wish, { authorization: `Bearer ${apiKey}` });
  const answer = await askForJson<Answer>(apiOrigin + path, init, { timeLimit: makingLimit, signal });
  const [content] = answer.output?.choices?.[0]?.message?.content ?? [];
  if (!content?.image) throw new Error('The model answered without a picture.');
  // The address lives for 24 hours only.
  return asPic(await askService(content.image, {}, { timeLimit: fetchingLimit, signal }));
}

function wishFor(photo: Buffer, model: string, prompt: string, seed: number): object {
  const image = `data:image/jpeg;base64,${photo.toString('base64')}`;
  return {
    model,
    input: { messages: [{ role: 'user', content: [{ image }, { text: prompt }] }] },
    parameters: { negative_prompt: unwanted, watermark: false, seed },
  };
}
