import { flag, text, textAs, wholeNumber } from './setting-kinds.ts';

/** Facts about the operator, and facts for the legal texts that no other setting contains. */
export const operatorSettings = {
  OPERATOR_NAME: text({
    description: 'name of the person or company that runs the product, shown in the legal texts',
  }),
  OPERATOR_ADDRESS: text({ description: 'the operator’s postal address' }),
  OPERATOR_CONTACT: textAs('address-or-mailto', {
    description: 'address or mailto: for users’ questions about their data',
  }),
  SUPPORT_URL: textAs('address-or-mailto', {
    unset: 'OPERATOR_CONTACT',
    description: 'address that “Customer support” opens; without both, the entry is hidden',
  }),
  OPERATOR_COUNTRY: textAs('country', {
    description: 'country in which the operator is based and its servers are',
  }),
  OPERATOR_SINCE: textAs('day', {
    unset: 'the date of the texts’ last change',
    description: 'date from which the settings in the legal texts apply',
  }),
  LEAST_AGE: wholeNumber(0, 21, {
    default: 14,
    description:
      'least age of a user in years; for a photo of a younger person a parent or guardian must consent',
  }),
  REQUIRE_CONSENT: flag({
    default: true,
    description:
      '1: the server makes no job and no try-on without the user’s consent, for which the app asks before the first photo',
  }),
  LOG_DAYS: wholeNumber(1, 3650, {
    unset: 'the texts name no number',
    description:
      'days after which your log system removes lines, as the privacy policy then says; the server itself only writes to standard output',
  }),
  GENERATOR_NAME: text({
    unset: 'Alibaba Cloud Model Studio with DASHSCOPE_API_KEY; else the operator’s own servers',
    description: 'company that runs the remote generator, if it is not the operator',
  }),
  GENERATOR_COUNTRY: textAs('country', {
    unset: 'that of DASHSCOPE_API’s host; else OPERATOR_COUNTRY',
    description: 'country of the remote generator’s servers',
  }),
  GENERATOR_CONTACT: text({
    description:
      'address at which that company answers questions about the photos, which China’s PIPL wants to be named',
  }),
  STORE_COUNTRY: textAs('country', {
    unset: 'CN for OSS_REGION cn-…; OPERATOR_COUNTRY if the pictures are on this server’s disk',
    description: 'country in which photos and pictures are stored',
  }),
};
