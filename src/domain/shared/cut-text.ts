/** Length of the messages that conditions, errors and waits carry: the limit of the Kubernetes API conventions. */
export const longestMessage = 1024;

/**
 * Cuts text between characters, never inside one: half of a surrogate pair is no text, and PostgreSQL refuses it in
 * JSON. The same text cut again stays as it is.
 */
export const cutText = (text: string, most = longestMessage): string => {
  if (text.length <= most) return text;
  const endsInside = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, endsInside ? most - 1 : most);
};
