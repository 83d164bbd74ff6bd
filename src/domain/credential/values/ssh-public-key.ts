import type { FieldProblem } from '../../shared/problem.ts';
import { badValue } from './value-problem.ts';

const pattern =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) ([A-Za-z0-9+/]{40,12000}={0,2})( [ -~]{0,255})?$/;

/** The blob begins with the length and the name of its own type. RFC 4253, section 6.6. */
const isOfType = (base64: string, type: string): boolean => {
  if (base64.length % 4 !== 0) return false;
  const bytes = atob(base64);
  return bytes.startsWith(`\0\0\0${String.fromCharCode(type.length)}${type}`);
};

/** What is wrong with a public key in the form of OpenSSH. */
export const checkSshPublicKey = (text: string): readonly FieldProblem[] => {
  if (text.includes('PRIVATE KEY'))
    return [badValue('Must be the public key; the private one should leave nobody’s machine.')];
  const [, type = '', base64 = ''] = pattern.exec(text.trim()) ?? [];
  if (type !== '' && isOfType(base64, type)) return [];
  return [badValue('Must be one public key in the form of OpenSSH, such as: ssh-ed25519 AAAA… name')];
};
