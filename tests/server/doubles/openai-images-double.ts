import { paintByNumber } from './comfyui-double.ts';
import { type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

export interface OpenaiImagesCall {
  fields: Record<string, string>;
  images: File[];
}

export interface OpenaiImagesDouble extends HttpDouble {
  key: string;
  calls: OpenaiImagesCall[];
  paint: typeof paintByNumber;
  /** True to send result URLs instead of base64, as some servers do. */
  sendsAddresses: boolean;
}

/** Valid values for each form field of a picture edit with a GPT image model, from OpenAI's OpenAPI document. */
const fields: Record<string, RegExp> = {
  model: /^[\w.-]+$/,
  prompt: /^[\s\S]{1,32000}$/,
  n: /^([1-9]|10)$/,
  size: /^(auto|1024x1024|1536x1024|1024x1536)$/,
  quality: /^(auto|low|medium|high)$/,
  input_fidelity: /^(high|low)$/,
  output_format: /^(png|jpeg|webp)$/,
  background: /^(auto|transparent|opaque)$/,
  moderation: /^(auto|low)$/,
  user: /^.+$/,
};

const refuse = (status: number, code: string, message: string): DoubleResponse => ({
  status,
  body: { error: { code, message, type: 'invalid_request_error', param: null } },
});

/** Opens a double. Its results are `width` px wide, each in a different colour. */
export async function openOpenaiImagesDouble(width: number): Promise<OpenaiImagesDouble> {
  const http = await openHttpDouble(async ({ method, url, headers, body }) => {
    const result = /^\/results\/(\d+)\.png$/.exec(url.pathname);
    if (method === 'GET' && result) return { body: await double.paint(Number(result[1]), width) };
    if (headers.authorization !== `Bearer ${double.key}`)
      return refuse(401, 'invalid_api_key', 'Incorrect API key provided.');
    if (url.pathname === '/v1/models') return { body: { object: 'list', data: [] } };
    if (method !== 'POST' || url.pathname !== '/v1/images/edits')
      return refuse(404, 'not_found', 'no such path');
    const call = await read(String(headers['content-type']), body);
    const wrong = problemOf(call);
    if (wrong) return refuse(400, 'invalid_value', wrong);
    double.calls.push(call);
    const number = double.calls.length;
    if (double.sendsAddresses)
      return { body: { data: [{ url: `${double.origin}/results/${number}.png?sig=s` }] } };
    return {
      body: { created: 1, data: [{ b64_json: (await double.paint(number, width)).toString('base64') }] },
    };
  });
  const double = Object.assign(http, {
    key: 'sk-double',
    calls: [] as OpenaiImagesCall[],
    paint: paintByNumber,
    sendsAddresses: false,
  });
  return double;
}

async function read(type: string, body: Buffer): Promise<OpenaiImagesCall> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const call: OpenaiImagesCall = { fields: {}, images: [] };
  for (const [name, value] of form) {
    if (typeof value === 'string') call.fields[name] = value;
    else if (name === 'image[]') call.images.push(value);
    else call.fields[name] = 'a file';
  }
  return call;
}

function problemOf({ fields: given, images }: OpenaiImagesCall): string | null {
  const unknown = Object.keys(given).find(name => !fields[name]);
  if (unknown) return `Unknown parameter: '${unknown}'.`;
  const wrong = Object.entries(given).find(([name, value]) => !fields[name]!.test(value));
  if (wrong) return `Invalid value for '${wrong[0]}'.`;
  if (!given.prompt || !given.model) return 'Missing required parameter.';
  if (given.input_fidelity && !/^gpt-image-1(\.5)?$/.test(given.model))
    return 'The model takes no input_fidelity.';
  if (images.length < 1 || images.length > 16) return 'Between 1 and 16 images are taken.';
  const kinds = ['image/png', 'image/webp', 'image/jpeg'];
  return images.every(({ type, size }) => kinds.includes(type) && size < 50_000_000)
    ? null
    : 'Invalid image.';
}
