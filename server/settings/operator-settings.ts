import { flag, text, textAs, wholeNumber } from './setting-kinds.ts';

/** The operator, and facts of the legal texts that are in no other setting. */
export const operatorSettings = {
  OPERATOR_NAME: text({
    description: 'name of the person or company that runs the product, as the legal texts give it',
  }),
  OPERATOR_ADDRESS: text({ description: 'its postal address' }),
  OPERATOR_CONTACT: textAs('address-or-mailto', { description: 'where users write to about their data' }),
  OPERATOR_COUNTRY: textAs('country', { description: 'country in which it is based and its servers stand' }),
  OPERATOR_SINCE: textAs('day', {
    unset: 'the day of the texts’ last change',
    description: 'day since which the settings that the texts speak of are as they are',
  }),
  LEAST_AGE: wholeNumber(0, 21, {
    default: 14,
    description: 'years that a user must have; a photo of somebody younger needs a parent or guardian',
  }),
  REQUIRE_CONSENT: flag({
    default: true,
    description: '1: no job and no try-on is made without the user’s consent, asked before the first photo',
  }),
  LOG_DAYS: wholeNumber(1, 3650, {
    unset: 'the texts name no number',
    description:
      'days after which whatever collects the log removes it, as the privacy policy then says; the server itself only writes to standard output',
  }),
  GENERATOR_NAME: text({
    unset: 'Alibaba Cloud Model Studio with DASHSCOPE_API_KEY; else the operator’s own servers',
    description: 'company that runs the remote generator, where it is not the operator',
  }),
  GENERATOR_COUNTRY: textAs('country', {
    unset: 'by the host of DASHSCOPE_API; else OPERATOR_COUNTRY',
    description: 'country in which the remote generator computes',
  }),
  STORE_COUNTRY: textAs('country', {
    unset: 'CN for OSS_REGION cn-…; else OPERATOR_COUNTRY where the pictures lie on this server’s disk',
    description: 'country in which photos and pictures are stored',
  }),
};
