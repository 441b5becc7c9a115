import { flag, oneOf, text, textAs, wholeNumber } from './setting-kinds.ts';

export const productSettings = {
  SANDBOX: flag({
    unset: '1; 0 in production or with Facebook or Stripe',
    description: '1: sign in with any name and pay without money; 0: neither',
  }),
  AD_REWARD_SECRET: text({
    unset: 'tyy-sandbox-ad-secret; random outside the sandbox',
    description: 'secret in the signature of adReward, the same for all processes',
  }),
  OPEN_TRY: flag({
    default: false,
    description:
      '1: guests may list the templates too, for an app that is built with `VITE_OPEN_TRY=1`; 0: every list needs an account',
  }),
  TEMPLATES_DIR: textAs('folder', {
    description: 'folder of the owner’s own templates, see [templates.md](templates.md)',
  }),
  BUILT_IN_TEMPLATES: flag({ default: true, description: '0: only the owner’s own templates are offered' }),
  AI_LABEL: oneOf(['standard', 'small', '1', '0'], {
    default: 'small',
    description:
      'what pics, try-ons and share cards bear: `standard` a line by China’s GB 45438-2025, “AI-generated” or “AI生成”, `small` (or 1) a small mark “AI”; 0: they say so only in their data',
  }),
  AI_PRODUCER: text({
    unset: 'tyy in development and in the sandbox',
    description:
      'the operator’s name or code, in the data of each picture (ContentProducer of GB 45438-2025); in production a label needs it',
  }),
  C2PA_CERTIFICATE: text({
    description:
      'file of the certificate (PEM, with those that vouch for it) with which pics and share cards get Content Credentials',
  }),
  C2PA_KEY: text({
    description: 'file of its key (PEM: P-256, P-384 or Ed25519); required together with C2PA_CERTIFICATE',
  }),
  TEMPLATE_PREVIEWS: flag({
    default: true,
    description:
      '1: users see themselves in the templates before they pay (240 a day, half a processor second each, behind paid jobs; never with a remote generator)',
  }),
  FACE_MATCH: flag({
    default: true,
    description:
      '1: the embedded generator leaves photos of somebody else out, by a network that was trained on VGGFace2 (see [law.md](law.md)); 0: that network is never loaded, and further photos are chosen by sharpness and pose alone',
  }),
  REPORTS_TO_HIDE: wholeNumber(0, 1000, {
    default: 3,
    description:
      'reports of different callers after which a public picture is hidden until the operator has looked (`report list` of the desk); 0: never by itself',
  }),
  GENERATE_COST: wholeNumber(0, 1_000_000, { default: 20, description: 'coins that one generation costs' }),
  FREE_REDOS: wholeNumber(0, 10, {
    default: 1,
    description:
      'how often pics that a user rejects within a day are made again for nothing; 0: never, and it is not offered',
  }),
  REDO_REFUND: flag({
    default: false,
    description: '1: when the last of these redos is rejected too, the coins come back; the pics stay',
  }),
  PICS_PER_JOB: wholeNumber(1, 4, {
    default: 4,
    description: 'pics that one generation makes, each another shot; fewer are sooner there',
  }),
  GENERATE_MINUTES: wholeNumber(1, 1000, {
    default: 10,
    description: 'minutes after which a generation fails and its coins are given back',
  }),
  JOB_LEASE: wholeNumber(3, 3600, {
    default: 60,
    description: 'seconds after which another worker takes over the job of one that died',
  }),
  PHOTO_DAYS: wholeNumber(1, 3650, {
    default: 30,
    description: 'days after their upload at which photos are removed; pics stay until they are deleted',
  }),
};
