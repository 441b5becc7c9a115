import { expect, test } from 'vitest';
import { readConfig } from '../../../server/settings/config.ts';

const read = (settings: Record<string, string>) => readConfig(settings).remoteGenerator;

test('models of Model Studio are known by name, with what each takes', () => {
  expect(read({ DASHSCOPE_API_KEY: 'k' })).toMatchObject({
    model: 'qwen-image-3.0',
    bounds: { references: 3, size: '1104*1472' },
  });
  expect(read({ DASHSCOPE_API_KEY: 'k', DASHSCOPE_MODEL: 'qwen-image-2.1-pro' })).toMatchObject({
    bounds: { references: 10 },
  });
  expect(read({ DASHSCOPE_API_KEY: 'k', DASHSCOPE_MODEL: 'qwen-image-edit' })).toMatchObject({
    bounds: { size: null },
  });
});

test('any other model is taken with what the settings say of it, and not without', () => {
  const other = { DASHSCOPE_API_KEY: 'k', DASHSCOPE_MODEL: 'qwen-image-4' };
  expect(() => read(other)).toThrow('DASHSCOPE_REFERENCES');
  const bounds = { DASHSCOPE_REFERENCES: '2', DASHSCOPE_PROMPT_LENGTH: '1000', DASHSCOPE_SIZE: '900x1200' };
  expect(read({ ...other, ...bounds })).toMatchObject({
    bounds: { references: 2, longestPrompt: 1000, size: '900*1200' },
  });
  expect(() => read({ ...other, ...bounds, DASHSCOPE_SIZE: 'large' })).toThrow('DASHSCOPE_SIZE');
});

test('OpenAI’s protocol is spoken to OpenAI, or to the address that is given', () => {
  expect(read({ OPENAI_IMAGES_KEY: 'k' })).toMatchObject({
    kind: 'openai-images',
    apiAddress: 'https://api.openai.com/v1',
    bounds: { references: 5, size: '1024x1536' },
  });
  const own = { OPENAI_IMAGES_KEY: 'none', OPENAI_IMAGES_API: 'http://localai:8080/v1/' };
  expect(read(own)).toMatchObject({ apiAddress: 'http://localai:8080/v1' });
});

test('only one service makes the pics', () => {
  expect(() => read({ OPENAI_IMAGES_KEY: 'k', DASHSCOPE_API_KEY: 'k' })).toThrow('exclude each other');
});
