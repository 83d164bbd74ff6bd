/** What a client gets as a Kubernetes Status. */
export class GuestError extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.name = 'GuestError';
    this.code = code;
    this.reason = reason;
  }
}

export const notFound = (plural: string, name: string): GuestError =>
  new GuestError(404, 'NotFound', `${plural} "${name}" not found`);

export const unknownPath = (): GuestError =>
  new GuestError(404, 'NotFound', 'the server could not find the requested resource');

export const unauthorized = (): GuestError => new GuestError(401, 'Unauthorized', 'Unauthorized');

export const unreadableBody = (): GuestError =>
  new GuestError(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  );

export const statusOf = ({ code, reason, message }: GuestError) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});
