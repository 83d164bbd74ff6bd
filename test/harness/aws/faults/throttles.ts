interface Words {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** How each service says that it is asked too fast. */
export const throttleOf = (service: string): Words => {
  if (service === 'ec2')
    return { status: 503, code: 'RequestLimitExceeded', message: 'Request limit exceeded.' };
  if (service === 's3') return { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' };
  if (service === 'servicequotas')
    return { status: 400, code: 'TooManyRequestsException', message: 'Too many requests' };
  if (service === 'ram' || service === 'kms')
    return { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' };
  return { status: 400, code: 'Throttling', message: 'Rate exceeded' };
};
