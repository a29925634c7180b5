import type { Attributes, Histogram, Meter } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { boundaries, metrics } from '../conventions/names.js'

/** The four histograms of durations. */
export class Durations {
  readonly #histograms: Readonly<Record<Operation['role'], { operation: Histogram; session: Histogram }>>

  constructor(meter: Meter) {
    const create = (name: string, description: string) =>
      meter.createHistogram(name, {
        unit: 's',
        description,
        advice: { explicitBucketBoundaries: [...boundaries] },
      })
    this.#histograms = {
      sender: {
        operation: create(
          metrics.sender.operation,
          'Duration of MCP requests and notifications as their sender sees it',
        ),
        session: create(metrics.sender.session, 'Duration of MCP sessions as the client sees it'),
      },
      receiver: {
        operation: create(
          metrics.receiver.operation,
          'Duration of MCP requests and notifications as their receiver sees it',
        ),
        session: create(metrics.receiver.session, 'Duration of MCP sessions as the server sees it'),
      },
    }
  }

  /** Records the time since `sinceMs` of `performance.now()`. */
  record([role, kind]: MeasuredKind, sinceMs: number, attributes: Attributes): void {
    this.#histograms[role][kind].record((performance.now() - sinceMs) / 1_000, attributes)
  }
}

/** Names a histogram: the side that measures, and what. */
type MeasuredKind = readonly [role: Operation['role'], kind: 'operation' | 'session']
