const part = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const qualifiedPart = new RegExp(`^${part}$`);
const labelValue = new RegExp(`^(${part})?$`);
const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

// The texts are those of k8s.io/apimachinery/pkg/util/validation.

const dnsLabelText =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const dnsSubdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const qualifiedText =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValueText =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const labelKeyText = `a valid label key ${qualifiedText.slice('name part '.length)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;

/** Each of these says what is wrong, or nothing. */
export const dnsLabelProblem = (name: string): string | undefined =>
  name.length > 63 ? 'must be no more than 63 characters' : dnsLabel.test(name) ? undefined : dnsLabelText;

export const dnsSubdomainProblem = (name: string): string | undefined =>
  name.length > 253
    ? 'must be no more than 253 characters'
    : dnsSubdomain.test(name)
      ? undefined
      : dnsSubdomainText;

/** For names that become a path segment and have no other rule: RBAC objects. */
export const pathSegmentProblem = (name: string): string | undefined => {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  const bad = ['/', '%'].find((character) => name.includes(character));
  return bad ? `may not contain '${bad}'` : undefined;
};

/** `prefix/name` or `name`: label and annotation keys, finalizers. */
export const labelKeyProblem = (key: string): string | undefined => {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return labelKeyText;
  const name = second ?? first;
  if (second !== undefined) {
    if (first === '') return 'prefix part must be non-empty';
    const problem = dnsSubdomainProblem(first);
    if (problem) return `prefix part ${problem}`;
  }
  if (name === '') return 'name part must be non-empty';
  if (name.length > 63) return 'name part must be no more than 63 bytes';
  return qualifiedPart.test(name) ? undefined : qualifiedText;
};

export const labelValueProblem = (value: string): string | undefined =>
  value.length > 63 ? 'must be no more than 63 bytes' : labelValue.test(value) ? undefined : labelValueText;
