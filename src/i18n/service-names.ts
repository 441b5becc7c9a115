import { text } from './i18n.ts';

/** Names that are the same in all languages. */
const names: Record<string, string> = {
  facebook: 'Facebook',
  google: 'Google',
  apple: 'Apple',
  stripe: 'Stripe',
  'app-store': 'Apple App Store',
  'google-play': 'Google Play',
};

const translated = {
  wechat: 'service.wechat',
  'wechat-pay': 'service.wechat-pay',
  'Alibaba Cloud Model Studio': 'service.model-studio',
  'Alibaba Cloud OSS': 'service.oss',
} as const;

/** Returns the display name of a service that the API names. Needs the extra texts. */
export function serviceName(service: string): string {
  const key = translated[service as keyof typeof translated];
  return key ? text(key) : (names[service] ?? service);
}

/** Adds the blank that Chinese text needs before and after a name in Latin letters: '用 Google 登录'. */
export function spaced(sentence: string): string {
  return sentence
    .replace(/(\p{Script=Han})(?=\p{Script=Latin})/gu, '$1 ')
    .replace(/(\p{Script=Latin})(?=\p{Script=Han})/gu, '$1 ');
}
