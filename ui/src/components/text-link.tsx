import { Link } from 'react-router';

/** Link in a table, truncated after two lines. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      title={children}
      className="my-0.5 line-clamp-2 w-fit rounded-control leading-5 text-brand-ink wrap-anywhere underline-offset-3 hover:underline"
    >
      <bdi>{children}</bdi>
    </Link>
  );
}
