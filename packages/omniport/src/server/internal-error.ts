import { randomId } from '../protocol/random-id.js'
import type { Home } from './home.js'

/**
 * Keeps what went wrong on this side: logs it in full under a new id, and gives the id, which is all a peer is told.
 */
export function reportInternal({ logger, runtime }: Home, error: unknown, what: string): string {
  const id = randomId(runtime, 4)
  logger.error(`${what} failed`, { error, id })
  return `internal error ${id}`
}
