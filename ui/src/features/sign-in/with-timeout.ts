/** Resolves with the promise, or rejects with `createError()` after the timeout. */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  createError: () => Error,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(createError());
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
