import type { FieldProblem } from '../../shared/problem.ts';
import { badValue } from './value-problem.ts';

const pattern = /^[A-Za-z0-9_-]{20,200}$/;

/** What is wrong with an API key of IBM Cloud. */
export const checkPowervsApiKey = (text: string): readonly FieldProblem[] =>
  pattern.test(text.trim())
    ? []
    : [badValue('Must be an API key of IBM Cloud: letters, digits, hyphens and underscores.')];
