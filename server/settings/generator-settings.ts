import { Type } from 'typebox';
import { text, textAs, wholeNumber } from './setting-kinds.ts';

/** Services that make pics instead of the embedded generator. */
export const generatorSettings = {
  COMFYUI_URL: Type.Optional(
    textAs('address', {
      unset: 'local generator',
      description: 'address of a ComfyUI server that makes the pics',
    }),
  ),
  COMFYUI_WORKFLOW: Type.Optional(
    textAs('json', {
      description:
        'file of its workflow (API format), such as deploy/comfyui/qwen-image-edit.json; required together with COMFYUI_URL',
    }),
  ),
  DASHSCOPE_API_KEY: Type.Optional(
    text({
      unset: 'local generator',
      description: 'key of Aliyun Model Studio, whose model makes the pics',
    }),
  ),
  DASHSCOPE_MODEL: text({
    default: 'qwen-image-3.0',
    description: 'that model; what qwen-image-3.0, 3.0-pro, 2.1-pro, edit-plus and edit take is known',
  }),
  DASHSCOPE_REFERENCES: Type.Optional(
    wholeNumber(1, 10, { unset: 'as the model is known', description: 'photos that it takes in one call' }),
  ),
  DASHSCOPE_PROMPT_LENGTH: Type.Optional(
    wholeNumber(100, 100_000, { unset: 'as the model is known', description: 'characters of its prompt' }),
  ),
  DASHSCOPE_SIZE: Type.Optional(
    textAs('size', { unset: 'as the model is known', description: 'size of its pics, such as 1104*1472' }),
  ),
  DASHSCOPE_API: textAs('origin', {
    default: 'https://dashscope.aliyuncs.com',
    description:
      'origin of its API, or that of a workspace, such as https://ID.cn-beijing.maas.aliyuncs.com; key and model are of one region',
  }),
  OPENAI_IMAGES_KEY: Type.Optional(
    text({
      unset: 'local generator',
      description:
        'key of a service that speaks OpenAI’s images protocol and makes the pics; any text where it wants none',
    }),
  ),
  OPENAI_IMAGES_API: textAs('address', {
    default: 'https://api.openai.com/v1',
    description: 'address of that service, up to /images',
  }),
  OPENAI_IMAGES_MODEL: text({ default: 'gpt-image-2.5-sunburst', description: 'its model' }),
  OPENAI_IMAGES_REFERENCES: wholeNumber(1, 16, {
    default: 5,
    description: 'photos that the model takes in one call',
  }),
  OPENAI_IMAGES_PROMPT_LENGTH: wholeNumber(100, 100_000, {
    default: 4000,
    description: 'characters of its prompt',
  }),
  OPENAI_IMAGES_SIZE: textAs('size', { default: '1024x1536', description: 'size of its pics' }),
};
