/** No settings: the caller brings the machines. */
export type NonePlatform = Readonly<Record<string, never>>;
