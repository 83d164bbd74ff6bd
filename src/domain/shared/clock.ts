/** The present as RFC 3339 text in UTC, with milliseconds. */
export type Clock = () => string;
