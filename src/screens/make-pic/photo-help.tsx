import { EarlierPhotos } from './earlier-photos.tsx';
import { PhotoAdvice } from './photo-advice.tsx';

interface PhotoHelpProps {
  step: 'front' | 'supplementary';
  /** 'advice' stands under the photos; 'earlier' below all else, so that nothing moves when it comes. */
  part: 'advice' | 'earlier';
}

/** What helps beside the file picker: the coach's word, and the photos of earlier visits. One download for both. */
export default function PhotoHelp({ step, part }: PhotoHelpProps) {
  return part === 'advice' ? <PhotoAdvice step={step} /> : <EarlierPhotos step={step} />;
}
