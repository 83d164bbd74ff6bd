export interface AgentPlatform {
  /** Namespace of the Agents on the management cluster. */
  readonly namespace: string;
}

/** Machine settings of a node pool. */
export interface AgentNodePool {
  readonly agentLabelSelector?: {
    readonly matchLabels?: Readonly<Record<string, string>>;
    readonly matchExpressions?: readonly {
      readonly key: string;
      readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
      readonly values?: readonly string[];
    }[];
  };
}
