const GROUP_LENGTH = 4;

/** "T4KM9WXR" as "T4KM 9WXR". */
export const groupCode = (code: string) => `${code.slice(0, GROUP_LENGTH)} ${code.slice(GROUP_LENGTH)}`;
