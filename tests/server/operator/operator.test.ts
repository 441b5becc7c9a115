import { expect, test } from 'vitest';
import type { Operator } from '../../../server/contract/operator.ts';
import { describeOperator } from '../../../server/services/open-providers.ts';
import { readConfig } from '../../../server/settings/config.ts';

function described(settings: Record<string, string>): Operator {
  const config = readConfig(settings);
  return describeOperator(config, { features: [], signIns: ['facebook'], payments: [] });
}

const oss = {
  OSS_REGION: 'oss-cn-hangzhou',
  OSS_BUCKET: 'b',
  OSS_ROLE_ARN: 'r',
  OSS_ACCESS_KEY_ID: 'k',
  OSS_ACCESS_KEY_SECRET: 's',
};

const comfyui = {
  COMFYUI_URL: 'https://c.example',
  COMFYUI_WORKFLOW: 'deploy/comfyui/qwen-image-edit.json',
  OPERATOR_COUNTRY: 'MT',
};

test.each<[Record<string, string>, Partial<Operator>]>([
  [
    { OPERATOR_COUNTRY: 'MT' },
    { generator: { name: '', country: 'MT' }, store: { name: '', country: 'MT' } },
  ],
  [
    { DASHSCOPE_API_KEY: 'k', OPERATOR_COUNTRY: 'MT' },
    { generator: { name: 'Alibaba Cloud Model Studio', country: 'CN' }, compares_faces: false },
  ],
  [
    { DASHSCOPE_API_KEY: 'k', DASHSCOPE_API: 'https://dashscope-intl.aliyuncs.com' },
    { generator: { name: 'Alibaba Cloud Model Studio', country: 'SG' } },
  ],
  [comfyui, { generator: { name: '', country: 'MT' } }],
  [{ ...comfyui, GENERATOR_NAME: 'Gpu Inc' }, { generator: { name: 'Gpu Inc', country: '' } }],
  [oss, { store: { name: 'Alibaba Cloud OSS', country: 'CN' } }],
  [{ ...oss, OSS_REGION: 'cn-hongkong' }, { store: { name: 'Alibaba Cloud OSS', country: '' } }],
  [
    { ...oss, OSS_ENDPOINT: 'https://s3.example', STORE_COUNTRY: 'DE' },
    { store: { name: 's3.example', country: 'DE' } },
  ],
  [{ FACE_MATCH: '0' }, { compares_faces: false }],
  [{}, { compares_faces: true, sign_ins: ['sandbox'], log_days: 0 }],
  [
    { SANDBOX: '0', LOG_DAYS: '7' },
    { sign_ins: ['facebook'], log_days: 7 },
  ],
])('with the settings %j the legal facts include %j', (settings, said) => {
  expect(described(settings)).toMatchObject(said);
});

test.each([
  { PHOTO_DAYS: '7' },
  { DASHSCOPE_API_KEY: 'k' },
  { OPERATOR_NAME: 'Another' },
  { OPERATOR_COUNTRY: 'DE' },
  { LEAST_AGE: '18' },
  { FACE_MATCH: '0' },
  { STORE_COUNTRY: 'DE' },
])('after a change to %j all users are asked for consent again', changed => {
  expect(described(changed).consent_version).not.toBe(described({}).consent_version);
});

test('a change of settings that do not concern photos does not ask users for consent again', () => {
  expect(described({ LOG_DAYS: '3', GENERATE_COST: '5' }).consent_version).toBe(
    described({}).consent_version,
  );
});
