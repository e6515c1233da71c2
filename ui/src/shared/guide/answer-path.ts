export const HELP_PATH = '/teacher/help';

export const answerPath = (slug: string) => `${HELP_PATH}/${slug}`;
