import { flag, listOf, oneOf, text, textAs, wholeNumber } from './setting-kinds.ts';

export const productSettings = {
  SANDBOX: flag({
    unset: '1; 0 in production or with any provider of sign-in or payment',
    description: '1: sign in with any name and pay without money; 0: neither',
  }),
  LOGINS: listOf('name', {
    default: [],
    description:
      'ways to sign in that browsers offer, in this order, separated by commas: `facebook` (in the sandbox, its own sign-in), `google`, `apple`, the OIDC_LOGIN_TYPE; without it all that are configured; with several the user chooses',
  }),
  AD_REWARD_SECRET: text({
    unset: 'tyy-sandbox-ad-secret; random outside the sandbox',
    description: 'secret with which the app signs adReward, the same for all processes',
  }),
  OPEN_TRY: flag({
    default: false,
    description:
      '1: `/make-pic` opens without an account, and the app asks for the sign-in before it uploads a photo; 0: the user signs in first',
  }),
  TEMPLATES_DIR: textAs('folder', {
    description: 'folder of the owner’s own templates, see [templates.md](templates.md)',
  }),
  BUILT_IN_TEMPLATES: flag({ default: true, description: '0: only the owner’s own templates are offered' }),
  AI_LABEL: oneOf(['standard', 'small', '1', '0'], {
    default: 'small',
    description:
      'visible label of pics, try-ons and share cards: `standard`: “AI-generated” or “AI生成” as China’s GB 45438-2025 requires; `small` (or 1): a small mark “AI”; 0: no visible label, only the data in the file',
  }),
  AI_PRODUCER: text({
    unset: 'tyy in development and in the sandbox',
    description:
      'the operator’s name or code in the data of each picture (ContentProducer of GB 45438-2025); required in production unless AI_LABEL=0',
  }),
  C2PA_CERTIFICATE: text({
    description:
      'file of the certificate (PEM, with the intermediate certificates) that signs the Content Credentials of pics and share cards',
  }),
  C2PA_KEY: text({
    description:
      'file of the certificate’s key (PEM: P-256, P-384 or Ed25519); required together with C2PA_CERTIFICATE',
  }),
  TEMPLATE_PREVIEWS: flag({
    default: true,
    description:
      '1: users see themselves in the templates before they pay (240 try-ons a day per user, half a second of processor time each, after paid jobs; never with a remote generator)',
  }),
  FACE_MATCH: flag({
    default: true,
    description:
      '1: the embedded generator leaves out photos of another person, which a network trained on VGGFace2 finds (see [law.md](law.md)); 0: the network is never loaded, and further photos are chosen by sharpness and pose alone',
  }),
  MATTE_MODEL: textAs('folder', {
    description:
      'folder of a matting network that cuts out hair better than the bundled one, see [pictures.md](pictures.md)',
  }),
  REPORTS_TO_HIDE: wholeNumber(0, 1000, {
    default: 3,
    description:
      'number of callers whose reports hide a public picture until the operator has looked (`report list` of the desk); 0: reports never hide a picture',
  }),
  GENERATE_COST: wholeNumber(0, 1_000_000, { default: 20, description: 'coins that one generation costs' }),
  FREE_REDOS: wholeNumber(0, 10, {
    default: 1,
    description:
      'number of times that pics which a user rejects within a day are made again for free; 0: the app does not offer it',
  }),
  REDO_REFUND: flag({
    default: false,
    description: '1: if the user rejects the last free redo too, the coins return; the pics stay',
  }),
  PICS_PER_JOB: wholeNumber(1, 4, {
    default: 4,
    description:
      'number of pics that one generation makes, each with another framing; fewer pics are finished sooner',
  }),
  GENERATE_MINUTES: wholeNumber(1, 1000, {
    default: 10,
    description: 'minutes after which a generation fails and its coins return',
  }),
  JOB_LEASE: wholeNumber(3, 3600, {
    default: 60,
    description: 'seconds after which another worker continues the job of a killed worker',
  }),
  PHOTO_DAYS: wholeNumber(1, 3650, {
    default: 30,
    description: 'days after which an uploaded photo is removed; pics stay until the user deletes them',
  }),
};
