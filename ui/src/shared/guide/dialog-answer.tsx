import { GuideAnswer } from './guide-answer';
import { findAnswer, useGuide } from './use-guide';

/** An answer without links: they would leave what is typed below the dialog. */
export default function DialogAnswer({ slug }: { slug: string }) {
  const found = findAnswer(useGuide(), slug);
  return (
    <div className="mt-3">
      <GuideAnswer blocks={found?.answer.blocks ?? []} links={false} />
    </div>
  );
}
