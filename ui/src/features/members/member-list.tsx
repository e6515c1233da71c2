import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LogOut, UserRoundX } from 'lucide-react';

import type { Member } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Avatar } from '@/components/avatar';
import { Button } from '@/components/button';
import { Menu, MenuItem } from '@/components/menu';
import { formatPastDay } from '@/lib/format';

type MemberListProps = {
  members: Member[];
  /** Whether the user may end memberships. */
  mayEnd: boolean;
  onEnd: (member: Member) => void;
  onLeave: () => void;
};

function Role({ role }: Pick<Member, 'role'>) {
  return (
    <span className="inline-flex min-h-7 items-center rounded-control bg-sunken px-2 text-small font-mid text-ink-2 whitespace-nowrap">
      {role === 'owner' ? (
        <Trans comment="The teacher who owns a class">Owner</Trans>
      ) : (
        <Trans>Co-teacher</Trans>
      )}
    </span>
  );
}

function Details({ member: { since }, isSelf }: { member: Member; isSelf: boolean }) {
  const day = since === null ? null : formatPastDay(since);
  const joined = day !== null && (
    <Trans comment="{day}: 'today', '3 days ago', 'on October 2'">Joined {day}</Trans>
  );
  if (!isSelf && joined === false) return null;
  return (
    <span className="block text-small text-ink-2">
      {isSelf && <Trans comment="Below the user’s own name">You</Trans>}
      {isSelf && joined && <span aria-hidden> · </span>}
      {joined}
    </span>
  );
}

function MemberRow({
  member,
  mayEnd,
  onEnd,
  onLeave,
}: Omit<MemberListProps, 'members'> & { member: Member }) {
  const { name, role, teacherId } = member;
  const isSelf = useUser().id === teacherId;
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-line px-5 py-2.5 max-sm:flex-wrap max-sm:px-4">
      <Avatar small name={name} />
      <span className="flex min-w-0 grow basis-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <bdi className="block font-mid wrap-anywhere">{name}</bdi>
          <Details member={member} isSelf={isSelf} />
        </span>
        <Role role={role} />
      </span>
      {role === 'co-teacher' && isSelf && (
        <span className="max-sm:w-full max-sm:ps-7">
          <Button variant="danger-ghost" icon={<LogOut aria-hidden />} onClick={onLeave}>
            <Trans>Leave Class</Trans>
          </Button>
        </span>
      )}
      {role === 'co-teacher' && !isSelf && mayEnd && (
        <Menu label={t`More for ${name}`} variant="ghost">
          <MenuItem
            icon={<UserRoundX aria-hidden />}
            tone="danger"
            onSelect={() => {
              onEnd(member);
            }}
          >
            <Trans>End Membership</Trans>
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

/** The teachers of a class: the owner, then the co-teachers. */
export function MemberList({ members, ...props }: MemberListProps) {
  return (
    <ul>
      {members.map((member) => (
        <MemberRow key={member.teacherId} member={member} {...props} />
      ))}
    </ul>
  );
}
