/* Stands between a program and what it writes below one folder: counts, fails the n-th, and tells the order.
 *
 * SHIM_FOLDER   whose files count, as an absolute path without links
 * SHIM_CONTROL  a file with a `struct control`, shared with the test
 * SHIM_TRACE    a file that gets a line for each write, sync and answer; none: no trace
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  uint64_t first, last; /* of the operations that fail, from 1; first 0: none */
  uint64_t error; /* 0: the process is killed before the operation */
  uint64_t count;
  uint64_t failed;
  char what[256]; /* the first one that failed */
  char only[256]; /* what counts, by how it begins */
};

static char folder[PATH_MAX];
static size_t folder_length;
static struct control *control;
static int trace = -1;

#define REAL(name) (__typeof__(&name)) real(#name)

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  const char *named = getenv("SHIM_FOLDER"), *file = getenv("SHIM_CONTROL"), *lines = getenv("SHIM_TRACE");
  if (!named || !file) return;
  folder_length = strlen(strcpy(folder, named));
  int shared = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  if (mapped == MAP_FAILED) abort();
  syscall(SYS_close, shared);
  control = mapped;
  if (lines) trace = (int)syscall(SYS_openat, AT_FDCWD, lines, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* What is below the folder, as seen from it; NULL for anything else. */
static const char *below(const char *path) {
  if (!control || strncmp(path, folder, folder_length)) return NULL;
  if (!path[folder_length]) return ".";
  return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

static int path_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return length > 0;
}

static const char *below_fd(int descriptor, char *path) {
  int kept = errno;
  const char *found = control && path_of(descriptor, path) ? below(path) : NULL;
  errno = kept;
  return found;
}

static const char *below_at(int at, const char *name, char *path) {
  if (!control) return NULL;
  if (name[0] == '/') return below(name);
  int kept = errno;
  if (at == AT_FDCWD ? !getcwd(path, PATH_MAX) : !path_of(at, path)) path[0] = 0;
  errno = kept;
  size_t length = strlen(path);
  snprintf(path + length, PATH_MAX - length, "/%s", name);
  return below(path);
}

static void tell(const char *what, const char *about) {
  if (trace < 0) return;
  char line[PATH_MAX + 64];
  int kept = errno, length = snprintf(line, sizeof line, "%s %s\n", what, about);
  syscall(SYS_write, trace, line, (size_t)length);
  errno = kept;
}

/* Whether this operation is one that fails; errno is set then. */
static int fails(const char *what, const char *about) {
  char described[sizeof control->what];
  snprintf(described, sizeof described, "%s %s", what, about);
  if (strncmp(described, control->only, strlen(control->only))) return 0;
  uint64_t number = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
  if (!control->first || number < control->first || number > control->last) return 0;
  if (__atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST) == 1) strcpy(control->what, described);
  if (!control->error) kill(getpid(), SIGKILL);
  errno = (int)control->error;
  return 1;
}

static void answered(const void *data, size_t length) {
  if (trace < 0 || length < 12 || memcmp(data, "HTTP/1.1 ", 9)) return;
  char status[4] = {0};
  memcpy(status, (const char *)data + 9, 3);
  tell("answer", status);
}

/* Half of what is lost is written all the same: a torn write is what a failing disk leaves. */
ssize_t write(int fd, const void *data, size_t length) {
  __typeof__(&write) next = REAL(write);
  char path[PATH_MAX];
  const char *file = below_fd(fd, path);
  if (!file) answered(data, length);
  if (file && fails("write", file)) {
    int error = errno;
    next(fd, data, length / 2);
    errno = error;
    return -1;
  }
  ssize_t written = next(fd, data, length);
  if (file) tell("write", file);
  return written;
}

#define PWRITE(name, offset_type)                                              \
  ssize_t name(int fd, const void *data, size_t length, offset_type offset) {  \
    __typeof__(&name) next = REAL(name);                                       \
    char path[PATH_MAX];                                                       \
    const char *file = below_fd(fd, path);                                     \
    if (file && fails("write", file)) {                                        \
      int error = errno;                                                       \
      next(fd, data, length / 2, offset);                                      \
      errno = error;                                                           \
      return -1;                                                               \
    }                                                                          \
    ssize_t written = next(fd, data, length, offset);                          \
    if (file) tell("write", file);                                             \
    return written;                                                            \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  const char *file = below_fd(fd, path);
  if (!file && count) answered(parts[0].iov_base, parts[0].iov_len);
  if (file && fails("write", file)) return -1;
  ssize_t written = (REAL(writev))(fd, parts, count);
  if (file) tell("write", file);
  return written;
}

ssize_t sendfile64(int fd, int from, off64_t *offset, size_t length) {
  char path[PATH_MAX];
  const char *file = below_fd(fd, path);
  if (file && fails("write", file)) return -1;
  ssize_t written = (REAL(sendfile64))(fd, from, offset, length);
  if (file) tell("write", file);
  return written;
}

ssize_t send(int fd, const void *data, size_t length, int flags) {
  answered(data, length);
  return (REAL(send))(fd, data, length, flags);
}

ssize_t sendto(int fd, const void *data, size_t length, int flags, const struct sockaddr *to, socklen_t size) {
  answered(data, length);
  return (REAL(sendto))(fd, data, length, flags, to, size);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  if (message->msg_iovlen) answered(message->msg_iov[0].iov_base, message->msg_iov[0].iov_len);
  return (REAL(sendmsg))(fd, message, flags);
}

#define ON_DESCRIPTOR(kind, name)                     \
  int name(int fd) {                                  \
    char path[PATH_MAX];                              \
    const char *file = below_fd(fd, path);            \
    if (file && fails(kind, file)) return -1;         \
    int result = (REAL(name))(fd);                    \
    if (file && !result) tell(kind, file);            \
    return result;                                    \
  }
ON_DESCRIPTOR("sync", fsync)
ON_DESCRIPTOR("sync", fdatasync)

#define TRUNCATE(name, length_type)                   \
  int name(int fd, length_type length) {              \
    char path[PATH_MAX];                              \
    const char *file = below_fd(fd, path);            \
    if (file && fails("truncate", file)) return -1;   \
    int result = (REAL(name))(fd, length);            \
    if (file) tell("write", file);                    \
    return result;                                    \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

static int remove_at(int at, const char *name, int flags) {
  char path[PATH_MAX];
  const char *file = below_at(at, name, path);
  struct stat found;
  if (file && !fstatat(at, name, &found, AT_SYMLINK_NOFOLLOW) && fails("unlink", file)) return -1;
  int result = (int)syscall(SYS_unlinkat, at, name, flags);
  if (file && !result) tell("unlink", file);
  return result;
}

int unlink(const char *name) { return remove_at(AT_FDCWD, name, 0); }
int unlinkat(int at, const char *name, int flags) { return remove_at(at, name, flags); }
int rmdir(const char *name) { return remove_at(AT_FDCWD, name, AT_REMOVEDIR); }

static int rename_at(int from_at, const char *from, int to_at, const char *to) {
  char path[PATH_MAX];
  const char *file = below_at(to_at, to, path);
  if (file && fails("rename", file)) return -1;
  int result = (int)syscall(SYS_renameat2, from_at, from, to_at, to, 0);
  if (file && !result) {
    char line[PATH_MAX], before[PATH_MAX];
    const char *source = below_at(from_at, from, before);
    snprintf(line, sizeof line, "%s|%s", file, source ? source : "");
    tell("rename", line);
  }
  return result;
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_at, const char *from, int to_at, const char *to) { return rename_at(from_at, from, to_at, to); }

int mkdir(const char *name, mode_t mode) {
  char path[PATH_MAX];
  const char *made = below_at(AT_FDCWD, name, path);
  if (made && faccessat(AT_FDCWD, name, F_OK, 0) && fails("create", made)) return -1;
  int result = (REAL(mkdir))(name, mode);
  if (made && !result) tell("create", made);
  return result;
}

static int open_at(int at, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  const char *made = flags & O_CREAT ? below_at(at, name, path) : NULL;
  int kept = errno, is_new = made && faccessat(at, name, F_OK, 0);
  errno = kept;
  if (is_new && fails("create", made)) return -1;
  int fd = (int)syscall(SYS_openat, at, name, flags, mode);
  if (is_new && fd >= 0) tell("create", made);
  return fd;
}

#define MODE_AFTER(last)             \
  mode_t mode = 0;                   \
  if (flags & O_CREAT && !(flags & O_DIRECTORY)) { \
    va_list more;                    \
    va_start(more, last);            \
    mode = va_arg(more, mode_t);     \
    va_end(more);                    \
  }

#define OPEN(name)                                  \
  int name(const char *path, int flags, ...) {      \
    MODE_AFTER(flags)                               \
    return open_at(AT_FDCWD, path, flags, mode);    \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                    \
  int name(int at, const char *path, int flags, ...) {  \
    MODE_AFTER(flags)                                   \
    return open_at(at, path, flags, mode);              \
  }
OPENAT(openat)
OPENAT(openat64)
