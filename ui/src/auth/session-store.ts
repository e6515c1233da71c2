import { api, data, dataOrNull } from '@/api/client';
import { connection } from '@/api/connection';
import { sessionUse } from '@/api/session-use';
import { signOutSignal } from '@/api/sign-out-signal';
import type { CurrentSession, SessionUser } from '@/api/types';
import { userStorage } from '@/auth/user-storage';
import { createStore } from '@/lib/create-store';

import { finishLogout, forgetLogout, LOGOUT_KEY } from './pending-logout';
import { readSavedUser, removeSavedUser, SAVED_USER_KEY, saveUser } from './saved-user';

/** `endsAt` by this device's clock; `idleTimeoutMs` after the last call it may end earlier, null for never. */
export type SessionLifetime = { endsAt: number; idleTimeoutMs: number | null };

export type SessionState = {
  user: SessionUser | null;
  /** True until the saved user has been read. */
  hydrating: boolean;
  /** Whose session the server ended, if nobody asked for it. */
  endedFor: SessionUser | null;
  /** How long the session lasts; null while the server hasn't said. */
  lifetime: SessionLifetime | null;
  /** The server's sentence about why, where it is more than that the session is over. */
  endedWhy: string | null;
  /** In place of a session: the backup that was restored, which ended all of them; `madeAt` is null when unknown. */
  restored: { madeAt: string | null } | null;
};

function lifetimeOf({ expiresIn, idleTimeout }: CurrentSession): SessionLifetime | null {
  if (!Number.isFinite(expiresIn)) return null;
  return {
    endsAt: Date.now() + 1000 * expiresIn,
    idleTimeoutMs: idleTimeout === null ? null : 1000 * idleTimeout,
  };
}

/** Who is signed in: kept here, saved in local storage, checked against the server at the start. */
export class SessionStore {
  private readonly state = createStore<SessionState>({
    user: null,
    hydrating: true,
    endedFor: null,
    endedWhy: null,
    restored: null,
    lifetime: null,
  });
  readonly get = this.state.get;
  readonly subscribe = this.state.subscribe;
  private readonly forget: () => void;

  /** @param forget Called after the user has changed: nothing of one user may be shown to the next. */
  constructor(forget: () => void) {
    this.forget = forget;
  }

  /** Reads the saved user, then asks the server whether it still holds. */
  readonly hydrate = () => {
    const user = readSavedUser();
    this.set(user);
    if (user) void this.refresh();
    else void finishLogout();
  };

  readonly signIn = (user: SessionUser) => {
    signOutSignal.newEra();
    forgetLogout();
    saveUser(user);
    this.set(user);
    void this.readLifetime(user.id);
  };

  /** The signed-in user as the server has it now, say under a new name. */
  readonly update = (user: SessionUser) => {
    // An answer that comes after signing out signs nobody in.
    if (this.get().user?.id !== user.id) return;
    saveUser(user);
    this.set(user);
  };

  readonly signOut = () => {
    userStorage.clear();
    removeSavedUser();
    this.set(null);
  };

  /** The server knows the user no more. */
  private readonly expire = (why: string | null = null) => {
    const { user } = this.get();
    if (!user) return;
    removeSavedUser();
    this.set(null, { endedFor: user, endedWhy: why });
  };

  /** Nothing was done for so long: asking the server whether the session is over would prolong it. */
  readonly endIdle = () => {
    this.expire();
    // Not answered: the server ends it by itself a minute later.
    void api.POST('/api/auth/logout').catch(() => undefined);
  };

  /** A backup was restored from here: the server knows nobody any more, and whoever looks has to know why. */
  readonly leaveForRestored = (madeAt: string | null) => {
    userStorage.clear();
    removeSavedUser();
    this.set(null, { restored: { madeAt } });
  };

  /** Stays in step with what happens elsewhere; returns how to stop. */
  readonly follow = () => {
    const unsubscribe = signOutSignal.subscribe(this.expire);
    const unwatch = connection.outage.subscribe(() => {
      if (connection.isOnline() && !this.get().user) void finishLogout();
    });
    const otherTab = (event: StorageEvent) => {
      if (event.key === LOGOUT_KEY && event.newValue !== null) this.signOut();
      if (event.key !== SAVED_USER_KEY) return;
      const user = readSavedUser();
      // Without a logout it has ended.
      if (user) this.set(user);
      else this.expire();
    };
    const cameBack = (event: PageTransitionEvent) => {
      // Kept by the browser as it was left: somebody else may have signed in since.
      if (event.persisted) this.set(readSavedUser());
    };
    addEventListener('storage', otherTab);
    addEventListener('pageshow', cameBack);
    return () => {
      unsubscribe();
      unwatch();
      removeEventListener('storage', otherTab);
      removeEventListener('pageshow', cameBack);
    };
  };

  /** Asks the server who is signed in: names and classes change, and sessions end. Never fails. */
  readonly refresh = async () => {
    const era = signOutSignal.era();
    try {
      const answer = await dataOrNull(api.GET('/api/auth/session'));
      const user = answer?.user ?? null;
      // Somebody signed in meanwhile: this answer is about the session before.
      if (era !== signOutSignal.era() || this.get().user === null) return;
      if (!answer || !user) {
        this.expire();
        return;
      }
      saveUser(user);
      this.set(user, { lifetime: lifetimeOf(answer) });
    } catch {
      // Out of reach or out of order: the saved user stands until a call says otherwise.
    }
  };

  /** Sign-in calls don't say how long the session lasts. */
  private async readLifetime(userId: string) {
    try {
      const answer = await data(api.GET('/api/auth/session'));
      if (answer.user.id !== userId || this.get().user?.id !== userId) return;
      this.set(this.get().user, { lifetime: lifetimeOf(answer) });
    } catch {
      // Without it there is no notice before the end.
    }
  }

  private set(user: SessionUser | null, rest: Partial<Omit<SessionState, 'user' | 'hydrating'>> = {}) {
    const before = this.get().user?.id;
    if (user) userStorage.claim(user.id);
    sessionUse.follow(user !== null);
    const lifetime = before === user?.id ? this.get().lifetime : null;
    this.state.set({
      user,
      hydrating: false,
      endedFor: null,
      endedWhy: null,
      restored: null,
      lifetime,
      ...rest,
    });
    if (before !== undefined && before !== user?.id) this.forget();
  }
}
