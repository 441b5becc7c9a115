import sharp, { type Sharp } from 'sharp';
import { paintByNumber } from './comfyui-double.ts';
import { type HttpDouble, openHttpDouble } from './http-double.ts';

export interface DashscopePrompt {
  model: string;
  input: { messages: { role: string; content: { image?: string; text?: string }[] }[] };
  parameters: Record<string, unknown>;
}

/** A double of Aliyun Model Studio's image editing; it also serves the result pictures. */
export interface DashscopeDouble extends HttpDouble {
  key: string;
  prompts: DashscopePrompt[];
  paint: typeof paintByNumber;
}

/** Opens a double. Its results are `width` px wide, each in a different colour. */
export async function openDashscopeDouble(width: number): Promise<DashscopeDouble> {
  const http = await openHttpDouble(async ({ method, url, headers, body }) => {
    const result = /^\/results\/(\d+)\.png$/.exec(url.pathname);
    if (method === 'GET' && result) return { body: await double.paint(Number(result[1]), width) };
    if (method !== 'POST' || url.pathname !== '/api/v1/services/aigc/multimodal-generation/generation') {
      return { status: 404, body: { code: 'NotFound', message: 'no such path', request_id: '1' } };
    }
    if (headers.authorization !== `Bearer ${double.key}`) {
      return { status: 401, body: { code: 'InvalidApiKey', message: 'Invalid API-key', request_id: '1' } };
    }
    double.prompts.push(JSON.parse(body.toString()) as DashscopePrompt);
    const image = `${double.origin}/results/${double.prompts.length}.png?Expires=1&Signature=secret`;
    return {
      body: {
        output: {
          choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image }] } }],
        },
        usage: { image_count: 1, width: 768, height: 1024 },
        request_id: '1',
      },
    };
  });
  const double = Object.assign(http, {
    key: 'sk-double',
    prompts: [] as DashscopePrompt[],
    paint: paintByNumber,
  });
  return double;
}

export function photoIn({ input }: DashscopePrompt): Sharp {
  const { image } = input.messages[0]!.content[0]!;
  return sharp(Buffer.from(image!.split(',')[1]!, 'base64'));
}
