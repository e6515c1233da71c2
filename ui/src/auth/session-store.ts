import { t } from '@lingui/core/macro';

import { api, unwrap, unwrapOrNull } from '@/api/client';
import { connection } from '@/api/connection';
import { sessionActivity } from '@/api/session-activity';
import { sessionExpiredEvent } from '@/api/session-expired-event';
import type { CurrentSession, SessionUser } from '@/api/types';
import { isSameUser } from '@/auth/membership';
import { userStorage } from '@/auth/user-storage';
import { createStore } from '@/lib/create-store';
import { setAccountLanguage } from '@/lib/language';

import { sendPendingLogout, clearPendingLogout, LOGOUT_KEY } from './pending-logout';
import { readSavedUser, removeSavedUser, SAVED_USER_KEY, saveUser } from './saved-user';

/** `endsAt` is by this device's clock. The session ends earlier if idle for `idleTimeoutMs`; null: no idle timeout. */
export type SessionLifetime = { endsAt: number; idleTimeoutMs: number | null };

export type SessionState = {
  user: SessionUser | null;
  /** True until the saved user has been read. */
  hydrating: boolean;
  /** User whose session the server ended. */
  endedFor: SessionUser | null;
  /** Null until the server has responded. */
  lifetime: SessionLifetime | null;
  /** The server's message, or that cookies are blocked, if there is more to say than that the session has ended. */
  endedReason: string | null;
  /** Whether the user has locked the computer: the next sign-in leads back to the page. */
  locked: boolean;
  /** Set after a restore, which ends all sessions; `madeAt` is null when unknown, `note` is another sentence for the login screen. */
  restored: { madeAt: string | null; note: string } | null;
};

/** For a session that ended before any call had it: the browser didn't store its cookie. */
const cookiesBlocked = () =>
  t`This browser blocks cookies, without which nobody can stay signed in. Please allow cookies for this address, then sign in again.`;

function toLifetime({ expiresIn, idleTimeout }: CurrentSession): SessionLifetime | null {
  if (!Number.isFinite(expiresIn)) return null;
  return {
    endsAt: Date.now() + 1000 * expiresIn,
    idleTimeoutMs: idleTimeout === null ? null : 1000 * idleTimeout,
  };
}

/** Session state, saved in local storage and verified with the server on start. */
export class SessionStore {
  private readonly state = createStore<SessionState>({
    user: null,
    hydrating: true,
    endedFor: null,
    endedReason: null,
    locked: false,
    restored: null,
    lifetime: null,
  });
  readonly get = this.state.get;
  readonly subscribe = this.state.subscribe;
  private readonly onUserChange: () => void;
  /** False from a sign-in until a response shows that the browser has sent the cookie of the session. */
  private hasCookie = true;

  /** @param onUserChange Called after the user has changed, to clear the previous user's data. */
  constructor(onUserChange: () => void) {
    this.onUserChange = onUserChange;
  }

  /** Reads the saved user and verifies it with the server. */
  readonly hydrate = () => {
    const user = readSavedUser();
    this.set(user);
    if (user) void this.refresh();
    else void sendPendingLogout();
  };

  readonly signIn = (user: SessionUser) => {
    sessionExpiredEvent.startEpoch();
    this.hasCookie = false;
    clearPendingLogout();
    saveUser(user);
    this.set(user);
    // The response to the sign-in came before there was a session to record it for.
    sessionActivity.record();
    void this.readLifetime(user.id);
  };

  /** Replaces the signed-in user's data. */
  readonly updateUser = (user: SessionUser) => {
    // Ignore responses that arrive after signing out.
    if (this.get().user?.id !== user.id) return;
    saveUser(user);
    this.set(user);
  };

  readonly signOut = () => {
    userStorage.clear();
    removeSavedUser();
    this.set(null);
  };

  /** Signs out, and keeps the page for the next sign-in. */
  readonly lock = () => {
    const { user } = this.get();
    removeSavedUser();
    this.set(null, { endedFor: user, locked: true });
  };

  /** Called when the server no longer accepts the session. */
  private readonly expire = (why: string | null = null) => {
    const { user } = this.get();
    if (!user) return;
    removeSavedUser();
    const reason = this.hasCookie ? null : cookiesBlocked();
    this.hasCookie = true;
    this.set(null, { endedFor: user, endedReason: why ?? reason });
  };

  /** Ends an idle session locally, as a request would extend it. */
  readonly endIdleSession = () => {
    this.expire();
    // On failure the server ends it by itself.
    void api.POST('/api/auth/logout').catch(() => undefined);
  };

  /** Signs out after a restore, and keeps the reason for the login screen. */
  readonly signOutAfterRestore = (madeAt: string | null, note: string) => {
    userStorage.clear();
    removeSavedUser();
    this.set(null, { restored: { madeAt, note } });
  };

  /** Subscribes to other tabs and the connection; returns a cleanup function. */
  readonly start = () => {
    const unsubscribe = sessionExpiredEvent.subscribe(this.expire);
    const unsubscribeConnection = connection.outage.subscribe(() => {
      if (connection.isOnline() && !this.get().user) void sendPendingLogout();
    });
    const onStorage = (event: StorageEvent) => {
      if (event.key === LOGOUT_KEY && event.newValue !== null) this.signOut();
      if (event.key !== SAVED_USER_KEY) return;
      const user = readSavedUser();
      // Removed without a logout: the session has expired.
      if (user) this.set(user);
      else this.expire();
    };
    const onPageShow = (event: PageTransitionEvent) => {
      // Restored from the back-forward cache: the user may have changed.
      if (event.persisted) this.set(readSavedUser());
    };
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    return () => {
      unsubscribe();
      unsubscribeConnection();
      removeEventListener('storage', onStorage);
      removeEventListener('pageshow', onPageShow);
    };
  };

  /** Refetches the session. Never rejects. */
  readonly refresh = async () => {
    const epoch = sessionExpiredEvent.epoch();
    try {
      const answer = await unwrapOrNull(api.GET('/api/auth/session'));
      const user = answer?.user ?? null;
      // Outdated: another session has started meanwhile.
      if (epoch !== sessionExpiredEvent.epoch() || this.get().user === null) return;
      if (!answer || !user) {
        this.expire();
        return;
      }
      this.hasCookie = true;
      saveUser(user);
      this.set(user, { lifetime: toLifetime(answer) });
    } catch {
      // Keep the saved user on network and server errors.
    }
  };

  /** Sign-in responses don't include the lifetime. */
  private async readLifetime(userId: string) {
    try {
      const answer = await unwrap(api.GET('/api/auth/session'));
      if (answer.user.id !== userId || this.get().user?.id !== userId) return;
      this.hasCookie = true;
      this.set(this.get().user, { lifetime: toLifetime(answer) });
    } catch {
      // Without the lifetime there is no notice before the session expires.
    }
  }

  private set(user: SessionUser | null, rest: Partial<Omit<SessionState, 'user' | 'hydrating'>> = {}) {
    const previous = this.get().user;
    const isSame = isSameUser(previous, user);
    if (user) userStorage.claim(user.id);
    sessionActivity.setSignedIn(user !== null);
    // The login page after an ended session is read by the same user.
    setAccountLanguage((user ?? rest.endedFor)?.language, user?.role === 'teacher');
    const lifetime = isSame ? this.get().lifetime : null;
    this.state.set({
      user,
      hydrating: false,
      endedFor: null,
      endedReason: null,
      locked: false,
      restored: null,
      lifetime,
      ...rest,
    });
    if (previous !== null && !isSame) this.onUserChange();
  }
}
