import { t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

type Crumb = { label: string; to?: string };

/** Breadcrumb navigation; the last item is the current page. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label={t`Breadcrumb`} className="mb-2">
      <ol className="flex flex-wrap items-center gap-1 text-ink-2">
        {crumbs.map((crumb, index) => (
          <li key={index} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-4 text-ink-3 mirror-rtl" />}
            {crumb.to === undefined ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <Link
                to={crumb.to}
                className="rounded-control text-brand-ink wrap-anywhere underline-offset-3 hover:underline"
              >
                <bdi>{crumb.label}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
