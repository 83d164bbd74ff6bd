import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, duplicate, required } from '../problems.ts';
import * as format from './gcp-formats.ts';
import type { GcpExistingInfrastructure, GcpServiceAccounts } from './gcp-spec.ts';

/** Names of roots and of the ownership tag begin with it; 27 characters leave room for what follows. */
const infraId = /^(?=.{1,27}$)[a-z]([-a-z0-9]*[a-z0-9])?$/;

const form = (pattern: string, maxLength: number): RegExp => new RegExp(`(?=^.{1,${maxLength}}$)${pattern}`);

const projectOf = (email: string): string => email.replace(/^[^@]*@|\..*$/g, '');

/** Two operators that act as one would have each other's rights; HyperShift says so and does not check it. */
const checkAccounts = (
  accounts: GcpServiceAccounts,
  project: string,
  at: SpecPath,
): readonly FieldProblem[] => {
  const entries = Object.entries(accounts);
  return entries.flatMap(([name, email], index) => {
    const path = [...at, name];
    if (!form(format.serviceAccountEmail, 85).test(email))
      return collect(
        checkFormat(
          email,
          form(format.serviceAccountEmail, 85),
          path,
          'Give the email of a service account: NAME@PROJECT.iam.gserviceaccount.com.',
        ),
      );
    const earlier = entries.slice(0, index).find(([, other]) => other === email);
    return collect(
      projectOf(email) === project
        ? undefined
        : conflicting(path, `The account is of project ${projectOf(email)}, the cluster of ${project}.`),
      earlier === undefined
        ? undefined
        : duplicate(path, `${earlier[0]} has this account already; give each its own.`),
    );
  });
};

export const checkExistingInfrastructure = (
  infrastructure: GcpExistingInfrastructure,
  project: string,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { workloadIdentity } = infrastructure;
  const name = 'Give a name: lower-case letters, digits and hyphens, starting with a letter, at most 63.';
  const pool =
    'Give 4 to 32 lower-case letters, digits and hyphens, starting with a letter and not with gcp-.';
  const identityAt = [...at, 'workloadIdentity'];
  const signingKey = filled(infrastructure.serviceAccountSigningKeyCredentialId);
  return collect(
    checkFormat(
      infrastructure.infraId,
      infraId,
      [...at, 'infraId'],
      'Give lower-case letters, digits and hyphens, starting with a letter, at most 27.',
    ),
    checkFormat(infrastructure.network, form(format.resourceName, 63), [...at, 'network'], name),
    checkFormat(
      infrastructure.privateServiceConnectSubnet,
      form(format.resourceName, 63),
      [...at, 'privateServiceConnectSubnet'],
      name,
    ),
    checkFormat(
      workloadIdentity.projectNumber,
      form(format.projectNumber, 25),
      [...identityAt, 'projectNumber'],
      'Give the number of the project, not its id.',
    ),
    checkFormat(workloadIdentity.poolId, form(format.poolId, 32), [...identityAt, 'poolId'], pool),
    checkFormat(workloadIdentity.providerId, form(format.poolId, 32), [...identityAt, 'providerId'], pool),
    checkAccounts(infrastructure.serviceAccounts, project, [...at, 'serviceAccounts']),
    checkFormat(
      filled(infrastructure.issuerUrl),
      form(format.issuerUrl, 255),
      [...at, 'issuerUrl'],
      'Give an https URL of at most 255 characters, without query and fragment.',
    ),
    signingKey !== undefined && filled(infrastructure.issuerUrl) === undefined
      ? required([...at, 'issuerUrl'], 'A signing key needs the issuer that it signs for.')
      : undefined,
  );
};
