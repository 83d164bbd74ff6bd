/** Absolute addresses, made from the configured public URL only: nothing that a request says is in them. */
export interface Links {
  readonly publicUrl: string;
  /** An absolute address from a path that starts with `/`. */
  to(path: string): string;
  errorPage(code: string): string;
}

export const createLinks = (publicUrl: string): Links => {
  const base = publicUrl.replace(/\/+$/, '');
  return {
    publicUrl: base,
    to: (path) => `${base}${path}`,
    errorPage: (code) => `${base}/docs/errors/${code}`,
  };
};
