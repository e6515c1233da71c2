import { Trans } from '@lingui/react/macro';
import { FileUp, QrCode } from 'lucide-react';
import { useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { MenuItem } from '@/components/menu';
import { ClassCodeCard } from '@/features/classrooms/class-code-card';
import { ClassMenu } from '@/features/classrooms/class-menu';
import { usePictureDialogs } from '@/features/pictures/use-picture-dialogs';
import { useIsPhone } from '@/hooks/use-is-phone';
import { useMay } from '@/shared/permissions';

import { LoginCardsButton } from './class-login-cards';
import type { PartProps } from './use-class-page';
import { usePrintLists } from './use-print-lists';

/** Link to the page for the projector. */
function ConnectLink({ classroom }: { classroom: Classroom }) {
  return (
    <ButtonLink
      variant="link"
      icon={<QrCode aria-hidden />}
      to={`/teacher/connect?class=${classroom.id}`}
      className="max-sm:min-w-10 max-sm:px-0! sm:max-xl:[&>svg]:hidden"
    >
      <span className="max-sm:sr-only">
        <Trans>Connect students</Trans>
      </span>
    </ButtonLink>
  );
}

/** Less frequent actions of the class. On phones deleting the class is one of them. */
function Menu({ page }: PartProps) {
  const { classroom, open } = page;
  const isPhone = useIsPhone();
  const mayManage = useMay(classroom, 'manage');
  const navigate = useNavigate();
  const { item, dialogs } = usePictureDialogs(classroom);
  const lists = usePrintLists(page);
  const archive = () => {
    open({ kind: 'archive-class' });
  };
  const remove = () => {
    open({ kind: 'delete-class' });
  };
  return (
    <>
      <ClassMenu
        classroom={classroom}
        className="max-sm:min-w-10 max-sm:border-transparent"
        onArchive={archive}
        onDelete={isPhone ? remove : undefined}
      >
        {mayManage && (
          <>
            <MenuItem
              icon={<FileUp aria-hidden />}
              onSelect={() => void navigate(`/teacher/class/${classroom.id}/import`)}
            >
              <Trans>Import a List</Trans>
            </MenuItem>
            {item}
            {lists.items}
          </>
        )}
      </ClassMenu>
      {dialogs}
      {lists.sheet}
    </>
  );
}

/** The class code with the ways to sign in, and the class's menu. */
export function ClassCodeSection({ page }: PartProps) {
  const { classroom, students, loginCards } = page;
  const mayManage = useMay(classroom, 'manage');
  return (
    <ClassCodeCard
      code={classroom.classCode}
      connect={<ConnectLink classroom={classroom} />}
      loginCards={mayManage && students.length > 0 && <LoginCardsButton onPress={loginCards.open} />}
      menu={mayManage && <Menu page={page} />}
    />
  );
}
