import { defaultLimits } from '../../protocol/limits.js'
import { consoleLogger } from '../../protocol/logger.js'
import { defaultRuntime } from '../../protocol/runtime.js'
import { createMemoryBlobs } from '../../store/memory-blobs.js'
import type { Environment } from '../../transport/environment.js'
import { LazySealer } from '../../transport/lazy-sealer.js'
import { RoundTrips } from './rounds.js'

/** The rounds of a server. @throws TypeError for secrets that are too short. */
export function createRoundTrips({
  stores,
  secrets,
  limits,
  runtime,
  logger = consoleLogger,
}: Environment): RoundTrips {
  const clock = runtime ?? defaultRuntime
  return new RoundTrips({
    sealer: new LazySealer({
      secrets,
      logger,
      what: 'The states of calls that wait for answers',
    }),
    sharedBlobs: stores?.blobs,
    blobs: stores?.blobs ?? createMemoryBlobs({ clock }),
    limits: limits ?? defaultLimits,
    runtime: clock,
    logger,
  })
}
