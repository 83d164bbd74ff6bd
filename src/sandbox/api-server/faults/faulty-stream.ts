import type { WatchStream } from '../watch/watch-stream.ts';
import type { Fault } from './fault.ts';

export interface CuttableStream extends WatchStream {
  /** Ends without a proper end of the response. */
  cut(lastBytes?: string): void;
}

const withCut = (stream: CuttableStream, afterEvents: number, midLine: boolean): WatchStream => {
  let left = afterEvents;
  return {
    ...stream,
    send: (lines) => {
      const whole = lines.slice(0, Math.max(left, 0));
      if (whole.length > 0) stream.send(whole);
      left -= lines.length;
      const next = lines[whole.length];
      if (next !== undefined) stream.cut(midLine ? next.slice(0, Math.ceil(next.length / 2)) : undefined);
    },
  };
};

const reorderWindowMs = 30;

const withReversedBursts = (stream: CuttableStream): WatchStream => {
  let burst: string[] = [];
  return {
    ...stream,
    send: (lines) => {
      if (burst.length === 0) {
        setTimeout(() => {
          const reversed = burst.reverse();
          burst = [];
          stream.send(reversed);
        }, reorderWindowMs).unref();
      }
      burst.push(...lines);
    },
  };
};

/** Bends a watch stream as the faults say. */
export const bendStream = (stream: CuttableStream, faults: readonly Fault[]): WatchStream => {
  for (const fault of faults) {
    switch (fault.type) {
      case 'cut-watch':
        return withCut(stream, fault.afterEvents, fault.midLine === true);
      case 'blackhole-watch':
        return { ...stream, send: () => undefined, end: () => undefined };
      case 'duplicate-events':
        return { ...stream, send: (lines) => stream.send(lines.flatMap((line) => [line, line])) };
      case 'garbage-events':
        return {
          ...stream,
          send: (lines) => stream.send(lines.flatMap((line) => ['{"type":"ADDED","object":\n', line])),
        };
      case 'reorder-events':
        return withReversedBursts(stream);
      default:
        break;
    }
  }
  return stream;
};
