/** Where clusters of a tenant were made before: the project and the credentials that a new one names are there. */
export interface KnownPlaces {
  /** The id of the project; undefined when it has to be looked up. */
  find(place: Place): string | undefined;
  remember(place: Place, projectId: string): void;
  forget(place: Place): void;
}

export interface Place {
  readonly tenantId: string;
  /** Absent: the project `default`. */
  readonly projectId: string | undefined;
  /** All credentials that the cluster refers to, and what for. */
  readonly credentials: string;
}

const keyOf = ({ tenantId, projectId, credentials }: Place): string =>
  `${tenantId} ${projectId ?? ''} ${credentials}`;

/**
 * Spares a create the look at what rarely changes. Nothing is decided by it: the database checks all references
 * when the cluster is stored, and a memory that was wrong is forgotten. Holds `limit` places, the oldest goes first.
 */
export const createKnownPlaces = (limit = 10_000): KnownPlaces => {
  const places = new Map<string, string>();
  return {
    find: (place) => places.get(keyOf(place)),
    remember: (place, projectId) => {
      places.set(keyOf(place), projectId);
      const [oldest] = places.keys();
      if (places.size > limit && oldest !== undefined) places.delete(oldest);
    },
    forget: (place) => {
      places.delete(keyOf(place));
    },
  };
};
