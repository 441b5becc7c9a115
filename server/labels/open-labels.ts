import { signJpeg } from './credentials/sign-jpeg.ts';
import { type CredentialFiles, openSigner } from './credentials/signer.ts';
import type { AiLabel } from './label-version.ts';

/** How this process labels and signs what it makes. */
export interface Labels extends AiLabel {
  /** A finished JPEG with Content Credentials; the same bytes where none are configured. Nothing may change it afterwards. */
  sign(jpeg: Uint8Array): Uint8Array;
  /** When the certificate ends (milliseconds since 1970); null without one. */
  signsUntil: number | null;
}

/** The settings that say how pictures are labelled. */
interface LabelSettings {
  aiLabel: AiLabel;
  credentials: CredentialFiles | null;
  wechat: object | null;
}

/** Opens what the settings name; throws a sentence where it cannot be used, and warns where it does not fit the rest. */
export async function openLabels(
  { aiLabel, credentials, wechat }: LabelSettings,
  clock: () => number,
  onProblem: (problem: Error) => void,
): Promise<Labels> {
  // WeChat is for China.
  if (wechat && aiLabel.mark !== 'standard') {
    const missing = 'WeChat is configured without AI_LABEL=standard';
    onProblem(new Error(`${missing}: pictures lack the label that GB 45438-2025 asks for.`));
  }
  if (!credentials) return { ...aiLabel, sign: jpeg => jpeg, signsUntil: null };

  const signer = await openSigner(credentials, clock());
  let hasEnded = false;
  return {
    ...aiLabel,
    signsUntil: signer.validUntil,
    sign(jpeg) {
      if (clock() < signer.validUntil) return signJpeg(jpeg, aiLabel.producer, signer);
      if (!hasEnded)
        onProblem(new Error('C2PA_CERTIFICATE has ended: pictures get no Content Credentials any more.'));
      hasEnded = true;
      return jpeg;
    },
  };
}
