import { t } from '@lingui/core/macro';

import type { Submission } from '@/api/types';
import { useReloadedImage } from '@/features/submissions/use-reloaded-image';
import { formatDay, formatPart } from '@/lib/format';

import { PhotoViewer } from './photo-viewer';

/** Id of the button that opens the viewer, which gets the focus back. */
export const enlargeId = ({ id }: Pick<Submission, 'id'>) => `enlarge-${id}`;

type SubmissionPhoto = Pick<Submission, 'id' | 'imageUrl' | 'submissionText' | 'createdAt'> & {
  goalName: string;
};

type ViewerProps = {
  photos: SubmissionPhoto[];
  shown: SubmissionPhoto;
  onShow: (id: string | null) => void;
};

function Viewer({ photos, shown, onShow }: ViewerProps) {
  const image = useReloadedImage(shown.imageUrl ?? '');
  const at = photos.indexOf(shown);
  const { goalName } = shown;
  const show = (photo: SubmissionPhoto | undefined) =>
    photo &&
    (() => {
      onShow(photo.id);
    });
  return (
    <PhotoViewer
      photo={{
        src: image.src,
        alt: t`Photo of ${goalName}`,
        title: <bdi>{goalName}</bdi>,
        description: formatDay(new Date(shown.createdAt)),
        note: shown.submissionText,
        noteLabel: t`Note`,
      }}
      onFail={image.onError}
      onClose={() => {
        onShow(null);
      }}
      onPrevious={show(photos[at - 1])}
      onNext={show(photos[at + 1])}
      position={photos.length > 1 ? formatPart(at + 1, photos.length) : undefined}
      returnFocus={() => document.getElementById(enlargeId(shown))}
    />
  );
}

type SubmissionPhotosProps = {
  /** In the order in which they are shown; those without a photo are left out. */
  photos: SubmissionPhoto[];
  /** Id of the submission whose photo fills the window. */
  shownId: string | null;
  onShow: (id: string | null) => void;
};

/** The viewer of the photos on a page. */
export function SubmissionPhotos({ photos, shownId, onShow }: SubmissionPhotosProps) {
  const withPhoto = photos.filter(({ imageUrl }) => imageUrl !== null);
  const shown = withPhoto.find(({ id }) => id === shownId);
  return shown && <Viewer photos={withPhoto} shown={shown} onShow={onShow} />;
}
