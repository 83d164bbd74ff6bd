/** What a project can be limited in; nodes are counted as the most that a pool may have. */
export const projectDimensions = ['clusters', 'nodePools', 'nodes', 'vcpu'] as const;
/** What a tenant can be limited in. */
export const quotaDimensions = [...projectDimensions, 'runningOperations', 'apiKeys'] as const;
export type QuotaDimension = (typeof quotaDimensions)[number];

export type QuotaScope = 'tenant' | 'project';

/** What is absent has no limit. */
export type QuotaLimits = Readonly<Partial<Record<QuotaDimension, number>>>;

export interface DimensionUse {
  readonly dimension: QuotaDimension;
  readonly limit?: number;
  readonly used: number;
}

/** Limits and usage of a tenant or of one of its projects. */
export interface Quota {
  readonly scope: QuotaScope;
  readonly tenantId: string;
  readonly projectId?: string;
  /** The limits are those that the configuration gives to every tenant. */
  readonly fromDefaults: boolean;
  readonly dimensions: readonly DimensionUse[];
  /** Nodes whose vCPUs nobody knows: they are not in `vcpu`. */
  readonly nodesWithoutVcpu: number;
}

/** How much a request would add. */
export type QuotaDemand = Readonly<Partial<Record<QuotaDimension, number>>>;

/** A limit that a request would pass. */
export interface ExceededQuota {
  readonly scope: QuotaScope;
  readonly projectId?: string;
  readonly dimension: QuotaDimension;
  readonly limit: number;
  readonly used: number;
  readonly requested: number;
}

/** What is left; nothing when a limit was lowered below what is used. */
export const remainingOf = ({ limit, used }: DimensionUse): number | undefined =>
  limit === undefined ? undefined : Math.max(0, limit - used);

/** Every limit that the demand would pass, of the scopes given. */
export const findExceeded = (scopes: readonly Quota[], demand: QuotaDemand): readonly ExceededQuota[] =>
  scopes.flatMap(({ scope, projectId, dimensions }) =>
    dimensions.flatMap(({ dimension, limit, used }) => {
      const requested = demand[dimension] ?? 0;
      if (limit === undefined || requested <= 0 || used + requested <= limit) return [];
      return [
        { scope, ...(projectId === undefined ? {} : { projectId }), dimension, limit, used, requested },
      ];
    }),
  );
