/** The answer, or the error when it takes too long. */
export async function inTime<Result>(
  answer: Promise<Result>,
  withinMs: number,
  late: () => Error,
): Promise<Result> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => {
      reject(late());
    }, withinMs);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(limit);
  }
}
