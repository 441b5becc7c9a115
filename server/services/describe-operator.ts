import { createHash } from 'node:crypto';
import type { Feature } from '../contract/features.ts';
import { limits } from '../contract/limits.ts';
import type { Operator } from '../contract/operator.ts';
import type { Config } from '../settings/config.ts';

type Place = Operator['generator'];

/** What this backend is besides its settings. */
interface Served {
  features: Feature[];
  /** The names of the services by which users sign in, and to which they pay. */
  signIns: Iterable<string>;
  payments: { name: string }[];
}

/** Who runs the product and what its settings mean for a user's data: the facts of the legal texts and of the consent. */
export function describeOperator(config: Config, { features, signIns, payments }: Served): Operator {
  const facts = {
    name: config.operatorName ?? '',
    country: config.operatorCountry ?? '',
    least_age: config.leastAge,
    photo_days: config.photoDays,
    generator: generatorOf(config),
    store: storeOf(config),
    compares_faces: config.remoteGenerator === null && config.faceMatch,
  };
  // What the sheet says: a change of any of it needs another consent.
  const consented = createHash('sha256').update(JSON.stringify([limits.consentText, facts]));
  return {
    ...facts,
    address: config.operatorAddress ?? '',
    contact: config.operatorContact ?? '',
    since: config.operatorSince ?? '',
    log_days: config.logDays ?? 0,
    sign_ins: config.sandbox ? ['sandbox'] : [...signIns],
    payments: payments.map(({ name }) => name),
    verified_ads: config.admob !== null,
    features,
    consent_version: consented.digest('hex').slice(0, 16),
  };
}

/** Where pictures are made. */
function generatorOf(config: Config): Place {
  const { remoteGenerator, operatorCountry = '', generatorName = '', generatorCountry } = config;
  if (remoteGenerator === null) return { name: '', country: operatorCountry };
  if (remoteGenerator.kind === 'comfyui') {
    return { name: generatorName, country: generatorCountry ?? (generatorName ? '' : operatorCountry) };
  }
  if (remoteGenerator.kind === 'openai-images') {
    const isOpenai = new URL(remoteGenerator.apiAddress).hostname === 'api.openai.com';
    const name = generatorName || (isOpenai ? 'OpenAI' : '');
    return { name, country: generatorCountry ?? (isOpenai ? 'US' : name ? '' : operatorCountry) };
  }
  return {
    name: generatorName || 'Alibaba Cloud Model Studio',
    country: generatorCountry ?? countryOfDashscope(remoteGenerator.apiOrigin),
  };
}

/** Where Model Studio computes, by its host or by the region in the host of a workspace; empty: that is not known. */
function countryOfDashscope(apiOrigin: string): string {
  const { hostname } = new URL(apiOrigin);
  if (hostname === 'dashscope.aliyuncs.com' || hostname.endsWith('.cn-beijing.maas.aliyuncs.com'))
    return 'CN';
  const isInSingapore =
    hostname === 'dashscope-intl.aliyuncs.com' || hostname.endsWith('.ap-southeast-1.maas.aliyuncs.com');
  return isInSingapore ? 'SG' : '';
}

/** Where photos and pictures lie. */
function storeOf({ oss, storeCountry, operatorCountry = '' }: Config): Place {
  if (oss === null) return { name: '', country: storeCountry ?? operatorCountry };
  if (oss.endpoint !== null) return { name: new URL(oss.endpoint).hostname, country: storeCountry ?? '' };
  const isInChina = oss.region.startsWith('cn-') && oss.region !== 'cn-hongkong';
  return { name: 'Alibaba Cloud OSS', country: storeCountry ?? (isInChina ? 'CN' : '') };
}
